import { allOf, entriesOf } from '../api/pages.js';
import type { Column } from '#terminal/output.js';
import type { Session } from '../session.js';
import { type CommandGroup, part } from './command-work.js';
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
  const group = program.command('workspace').description('workspaces of the installation');
  group
    .command('list')
    .description('all workspaces')
    .action(act(async ({ api, output }) => output.list(await allOf(entriesOf<Workspace>(api, { path: '/operator/workspaces', entries: 'workspaces', goesOnBy: 'after' })), COLUMNS, 'There is no workspace yet. Make one by: waymark workspace create ID')));
  group
    .command('create <id>')
    .description('make a workspace; the id is alphanumeric and never changes')
    .option('--name <name>', 'as people read it; the id when left out')
    .option('--plan <plan>', 'the plan whose limits it has; unlimited when left out')
    .action(act<{ name?: string; plan?: string }>((session, { name, plan }, id) => change(session, 'POST', '/operator/workspaces', { id, name, plan })));
  group
    .command('show <id>')
    .description('one workspace')
    .action(act((session, _options, id) => change(session, 'GET', at(id!))));
  group
    .command('rename <id> <name>')
    .description('give it another name; former names go on resolving')
    .action(act((session, _options, id, name) => change(session, 'PATCH', at(id!), { name })));
  group
    .command('plan <id> <plan>')
    .description('give it another plan')
    .action(act((session, _options, id, plan) => change(session, 'PATCH', at(id!), { plan })));
  group
    .command('suspend <id>')
    .description('reads go on, changes are refused')
    .action(act((session, _options, id) => change(session, 'POST', at(id!, '/suspend'))));
  group
    .command('resume <id>')
    .description('end the suspension')
    .action(act((session, _options, id) => change(session, 'POST', at(id!, '/resume'))));
  group
    .command('delete <id>')
    .description('delete it; for a time of grace it can be restored')
    .action(act((session, _options, id) => change(session, 'DELETE', at(id!))));
  group
    .command('restore <id>')
    .description('bring back one that is being deleted')
    .action(act((session, _options, id) => change(session, 'POST', at(id!, '/restore'))));
  group
    .command('export <id>')
    .description('workspace, tokens, fields and objects, a line of JSON each (NDJSON); an operator gets all, else what the token may read')
    .action(act((session, _options, id) => exportWorkspace(session, id!)));
};
