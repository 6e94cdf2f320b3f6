import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Terminal } from '#terminal/terminal.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';

/** Reads one typed line. `hidden`: does not show the input. @throws CliError if the terminal is closed or Ctrl-C is typed */
export function ask({ stdin, err }: Pick<Terminal, 'stdin' | 'err'>, question: string, { hidden = false } = {}): Promise<string> {
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) err(chunk.toString());
      done();
    },
  });
  // In terminal mode, readline echoes the input instead of the system.
  const lines = createInterface({ input: stdin, output: shown, terminal: true });
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      err('\n');
      reject(new CliError('Nothing was typed.', EXIT.usage));
    };
    lines.once('close', giveUp).once('SIGINT', () => lines.close());
    err(question);
    lines.once('line', (line) => {
      lines.removeListener('close', giveUp).close();
      if (hidden) err('\n');
      resolve(line);
    });
  });
}
