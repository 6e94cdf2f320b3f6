import type { Terminal } from './terminal.js';

/** The terminal of this process; who reads no further (`| head`) ends it quietly. */
export function processTerminal(environment: NodeJS.ProcessEnv): Terminal {
  let prints = false;
  // From the first result on: a process that prints none, a service, must not end because somebody's warning could not be written.
  const watchResults = (): void => {
    prints = true;
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      process.stderr.write(`The result could not be written (${error.code}).\n`);
      process.exit(1);
    });
  };
  // There is nowhere left to say it; the exit code still counts.
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
