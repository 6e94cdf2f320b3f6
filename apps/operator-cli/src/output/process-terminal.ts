import type { Terminal } from './terminal.js';

/** The terminal of this process; who reads no further (`| head`) ends it quietly. */
export function processTerminal(environment: NodeJS.ProcessEnv): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    environment,
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  };
}
