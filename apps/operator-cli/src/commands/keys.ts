import type { Column } from '#terminal/output.js';
import { type CommandGroup, part } from '../session/command-work.js';

interface SigningKey {
  kid: string;
  state: string;
  createdAt: string;
  signsFrom: string;
  lastExpiry: string;
}

const COLUMNS: Column<SigningKey>[] = [
  ['kid', ({ kid }) => kid],
  ['state', ({ state }) => state],
  ['created', ({ createdAt }) => createdAt],
  ['signs from', ({ signsFrom }) => signsFrom],
  ['its last token expires', ({ lastExpiry }) => lastExpiry],
];

export const keyCommands: CommandGroup = (program, act) => {
  const group = program.command('key').description('manage the keys that sign tokens');
  group
    .command('list')
    .description('list keys')
    .action(
      act(async ({ api, output }) =>
        output.list((await api.get<{ keys: SigningKey[] }>('/operator/keys')).keys, COLUMNS, 'There are no keys.'),
      ),
    );
  group
    .command('rotate')
    .description('create the next key; it signs once every gateway knows it')
    .option('--immediately', 'sign with it at once, after a key was stolen')
    .action(
      act<{ immediately?: boolean }>(async ({ api, output }, { immediately }) =>
        output.one(await api.send<object>('POST', '/operator/keys/rotate', { body: { immediately } })),
      ),
    );
  group
    .command('withdraw <kid>')
    .description('revoke a key; all its tokens are refused at once')
    .action(
      act(async ({ api, output }, _options, kid) => {
        await api.send('DELETE', `/operator/keys/${part(kid!)}`);
        output.done(`The key ${kid} was revoked.`);
      }),
    );
};
