import { NotSignedInError } from '../errors/cli-error.js';
import type { CommandGroup } from '../session/command-work.js';
import type { Session } from '../session/session.js';

/** With a token: the operations that it may call; without one: all public ones. */
async function print({ api, output }: Session): Promise<void> {
  try {
    output.value(await api.get('/openapi.json'));
  } catch (error) {
    if (!(error instanceof NotSignedInError)) throw error;
    output.note('Not signed in: showing the public part.');
    output.value(await api.send('GET', '/openapi.json', { token: null }));
  }
}

export const openApiCommands: CommandGroup = (program, act) => {
  program.command('openapi').description('print the OpenAPI document').action(act(print));
};
