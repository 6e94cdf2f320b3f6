import type { Terminal } from '#terminal/terminal.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { ask } from '../output/ask.js';

/** A new password, typed twice. @throws CliError if the two differ */
export async function choosePassword(terminal: Terminal): Promise<string> {
  const chosen = await ask(terminal, 'New password: ', { hidden: true });
  if (chosen !== (await ask(terminal, 'Once more: ', { hidden: true })))
    throw new CliError('The two passwords differ; the password was not changed.', EXIT.usage);
  return chosen;
}
