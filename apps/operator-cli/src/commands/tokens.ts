import { parseDuration } from '#terminal/duration.js';
import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { UsageError } from '../errors/cli-error.js';
import { collected, type CommandGroup, parsedBy, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface MachineToken {
  id: string;
  name: string;
  workspaces: string[];
  scopes: string[];
  narrowed: object | null;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

interface Order {
  name: string;
  scope: string[];
  workspace?: string[];
  expires?: number;
  type?: string[];
  idPrefix?: string;
  field?: string[];
}

const COLUMNS: Column<MachineToken>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['workspaces', ({ workspaces }) => workspaces],
  ['scopes', ({ scopes }) => scopes],
  ['narrowed to', ({ narrowed }) => narrowed],
  ['expires', ({ expiresAt }) => expiresAt],
  ['last used', ({ lastUsedAt }) => lastUsedAt],
  ['revoked', ({ revokedAt }) => revokedAt],
];

/** The route of the caller to tokens: for an operator those of the installation, for others those of one workspace. */
async function tokensOf(session: Session, workspace: string | undefined): Promise<{ path: string; operator: boolean }> {
  if (await session.isOperator()) return { path: '/operator/tokens', operator: true };
  if (workspace === undefined) throw new UsageError("Choose a workspace with --workspace: your token is not an operator's.");
  return { path: `/groups/${part(workspace)}/tokens`, operator: false };
}

async function create(session: Session, { name, scope, workspace = [], expires, type, idPrefix, field }: Order): Promise<void> {
  const { path, operator } = await tokensOf(session, workspace[0]);
  if (!operator && workspace.length > 1) throw new UsageError('Only an operator can create a token for several workspaces.');
  const narrowed = type || idPrefix || field ? { types: type, idPrefix, fields: field } : undefined;
  const body = { name, scopes: scope, expiresInSeconds: expires, narrowed, ...(operator && { workspaces: workspace }) };
  const made = await session.api.send<MachineToken & { token: string }>('POST', path, { body });
  if (session.output.json) return session.output.value(made);
  session.output.note(`The token ${made.name} (${made.id}), until ${made.expiresAt}. It is shown only once:`);
  session.output.text(made.token);
}

export const tokenCommands: CommandGroup = (program, act) => {
  const group = program.command('token').description('manage machine tokens');
  group
    .command('list')
    .description('list machine tokens, newest first; their secrets are never shown')
    .option('--workspace <id>', 'only those of this workspace')
    .action(
      act<{ workspace?: string }>(async (session, { workspace }) => {
        const { path, operator } = await tokensOf(session, workspace);
        const query = operator ? { workspace } : {};
        session.output.list(
          await allOf(entriesOf<MachineToken>(session.api, { path, entries: 'tokens', cursorParameter: 'before', query })),
          COLUMNS,
          'There are no machine tokens.',
        );
      }),
    );
  group
    .command('create')
    .description('create a machine token; printed only once, alone on stdout')
    .requiredOption('--name <name>', 'name for people, such as the machine that uses it')
    .requiredOption('--scope <scopes>', 'scopes, such as objects:write,feed:read', collected)
    .option('--workspace <ids>', 'workspaces it has access to', collected)
    .option('--expires <duration>', 'lifetime, such as 12h, 30d or 4w; default: 90d', parsedBy(parseDuration))
    .option('--type <types>', 'only objects of these types', collected)
    .option('--id-prefix <text>', 'only objects whose id starts with this text')
    .option('--field <names>', 'only these fields', collected)
    .action(act<Order>(create));
  group
    .command('revoke <id>')
    .description('revoke a token; every gateway refuses it within 2 seconds')
    .option('--workspace <id>', 'workspace of the token; optional for operators')
    .action(
      act<{ workspace?: string }>(async (session, { workspace }, id) => {
        const { path } = await tokensOf(session, workspace);
        await session.api.send('DELETE', `${path}/${part(id!)}`);
        session.output.done(`The token ${id} was revoked.`);
      }),
    );
};
