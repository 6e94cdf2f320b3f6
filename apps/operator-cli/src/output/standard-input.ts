import type { Terminal } from '#terminal/terminal.js';
import { UsageError } from '../errors/cli-error.js';

const MAX_CHARACTERS = 10_000;

/** The lines of stdin; a final line break does not start another line. @throws UsageError if there is more input than passwords need */
export async function linesOfInput({ stdin }: Pick<Terminal, 'stdin'>): Promise<string[]> {
  let text = '';
  for await (const chunk of stdin) {
    text += chunk.toString();
    if (text.length > MAX_CHARACTERS) throw new UsageError('--password-stdin reads one or two lines, but there is much more on stdin.');
  }
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}
