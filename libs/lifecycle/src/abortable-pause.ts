/** Waits for the given time or until the signal is aborted, whichever comes first; never rejects. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Resolves when the work is settled or the time is over; the work is not stopped and its error is not reported. */
export async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const done = new AbortController();
  await Promise.race([work.catch(() => undefined), pause(milliseconds, done.signal)]);
  done.abort();
}
