import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';
import { exportWorkspace } from './workspace-export.js';

interface Workspace {
  id: string;
  name: string;
  status: string;
  plan: string;
  createdAt: string;
  deleteAfter?: string;
}

const COLUMNS: Column<Workspace>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', ({ status, deleteAfter }) => (deleteAfter === undefined ? status : `${status} after ${deleteAfter}`)],
  ['plan', ({ plan }) => plan],
  ['created', ({ createdAt }) => createdAt],
];

const at = (id: string, what = ''): string => `/operator/workspaces/${part(id)}${what}`;

async function change(session: Session, method: string, path: string, body?: object): Promise<void> {
  session.output.one(await session.api.send<Workspace>(method, path, { body }));
}

export const workspaceCommands: CommandGroup = (program, act) => {
  const group = program.command('workspace').description('manage workspaces');
  group
    .command('list')
    .description('list workspaces')
    .action(
      act(async ({ api, output }) =>
        output.list(
          await allOf(entriesOf<Workspace>(api, { path: '/operator/workspaces', entries: 'workspaces', cursorParameter: 'after' })),
          COLUMNS,
          'There are no workspaces yet. Create one with: waymark workspace create ID',
        ),
      ),
    );
  group
    .command('create <id>')
    .description('create a workspace; the id is alphanumeric and cannot be changed')
    .option('--name <name>', 'name for people; default: the id')
    .option('--plan <plan>', 'plan; default: unlimited')
    .action(
      act<{ name?: string; plan?: string }>((session, { name, plan }, id) =>
        change(session, 'POST', '/operator/workspaces', { id, name, plan }),
      ),
    );
  group
    .command('show <id>')
    .description('show one workspace')
    .action(act((session, _options, id) => change(session, 'GET', at(id!))));
  group
    .command('rename <id> <name>')
    .description('rename a workspace; former names keep working')
    .action(act((session, _options, id, name) => change(session, 'PATCH', at(id!), { name })));
  group
    .command('plan <id> <plan>')
    .description('change the plan of a workspace')
    .action(act((session, _options, id, plan) => change(session, 'PATCH', at(id!), { plan })));
  group
    .command('suspend <id>')
    .description('suspend a workspace: reads continue, changes are refused')
    .action(act((session, _options, id) => change(session, 'POST', at(id!, '/suspend'))));
  group
    .command('resume <id>')
    .description('resume a suspended workspace')
    .action(act((session, _options, id) => change(session, 'POST', at(id!, '/resume'))));
  group
    .command('delete <id>')
    .description('delete a workspace; it can be restored during a grace period')
    .action(act((session, _options, id) => change(session, 'DELETE', at(id!))));
  group
    .command('restore <id>')
    .description('restore a workspace that is being deleted')
    .action(act((session, _options, id) => change(session, 'POST', at(id!, '/restore'))));
  group
    .command('export <id>')
    .description('export workspace, tokens, fields and objects as NDJSON, as far as your token may read them')
    .action(act((session, _options, id) => exportWorkspace(session, id!)));
};
