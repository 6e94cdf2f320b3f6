import type { Terminal } from './terminal.js';

/** The terminal of this process. If the reader of its output stops (`| head`), the process ends without an error. */
export function processTerminal(environment: NodeJS.ProcessEnv): Terminal {
  let prints = false;
  // Only from the first result on: a process without results, such as a service, must not end because a warning could not be written.
  const watchResults = (): void => {
    prints = true;
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      process.stderr.write(`The result could not be written (${error.code}).\n`);
      process.exit(1);
    });
  };
  // There is nowhere left to report this; the exit code is still right.
  process.stderr.on('error', () => undefined);
  return {
    environment,
    stdin: process.stdin,
    out: (text) => {
      if (!prints) watchResults();
      process.stdout.write(text);
    },
    err: (text) => void process.stderr.write(text),
  };
}
