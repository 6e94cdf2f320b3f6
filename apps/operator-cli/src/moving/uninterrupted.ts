const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Finishes the work before a signal ends the process; a second signal ends it at once. @param onSignal reports the first signal */
export async function uninterrupted<T>(work: () => Promise<T>, onSignal: () => void): Promise<T> {
  let received: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals): void => {
    const isSecond = received !== undefined;
    received = signal;
    if (isSecond) end();
    else onSignal();
  };
  const end = (): void => {
    for (const each of SIGNALS) process.off(each, note);
    if (received !== undefined) process.kill(process.pid, received);
  };
  for (const signal of SIGNALS) process.on(signal, note);
  try {
    return await work();
  } finally {
    end();
  }
}
