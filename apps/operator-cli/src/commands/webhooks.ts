import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { type CommandGroup, part } from '../session/command-work.js';

interface Webhook {
  id: string;
  workspace: string;
  url: string;
  state: string;
  paused: { reason: string; detail: string; since: string } | null;
  failing: { since: string; attempts: number; lastError: string; nextAttemptAt: string } | null;
  lastDeliveredAt: string | null;
}

const COLUMNS: Column<Webhook>[] = [
  ['id', ({ id }) => id],
  ['workspace', ({ workspace }) => workspace],
  ['url', ({ url }) => url],
  ['state', ({ state }) => state],
  ['since', ({ paused, failing }) => (paused ?? failing)?.since],
  ['why', ({ paused, failing }) => paused?.detail ?? failing?.lastError],
  ['last delivered', ({ lastDeliveredAt }) => lastDeliveredAt],
];

export const webhookCommands: CommandGroup = (program, act) => {
  const group = program.command('webhooks').description('inspect webhooks');
  group
    .command('list')
    .description('list webhooks with their state, of all workspaces (operators) or of one')
    .option('--workspace <id>', 'only those of this workspace')
    .action(
      act<{ workspace?: string }>(async (session, { workspace }) => {
        const path = workspace === undefined || (await session.isOperator()) ? '/operator/webhooks' : `/groups/${part(workspace)}/webhooks`;
        const webhooks = entriesOf<Webhook>(session.api, {
          path,
          entries: 'webhooks',
          cursorParameter: 'after',
          query: path === '/operator/webhooks' ? { workspace } : {},
        });
        session.output.list(await allOf(webhooks), COLUMNS, 'There are no webhooks.');
      }),
    );
};
