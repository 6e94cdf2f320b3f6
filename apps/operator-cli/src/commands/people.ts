import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { CliError, UsageError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface Person {
  id: string;
  email: string;
  name: string;
  status: string;
  operator: boolean;
  workspaces: { id: string; role: string }[];
  lastLoginAt: string | null;
}

const COLUMNS: Column<Person>[] = [
  ['id', ({ id }) => id],
  ['email', ({ email }) => email],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['operator', ({ operator }) => operator],
  ['workspaces', ({ workspaces }) => workspaces.map(({ id, role }) => `${id} (${role})`)],
  ['last login', ({ lastLoginAt }) => lastLoginAt],
];
const ROLES = ['viewer', 'editor', 'admin'];

const people = ({ api }: Session, query: Record<string, string | undefined> = {}) =>
  entriesOf<Person>(api, { path: '/operator/people', entries: 'people', cursorParameter: 'after', query });

/** The id of a person given by id or email address. */
async function idOf(session: Session, person: string): Promise<string> {
  if (!person.includes('@')) return person;
  for await (const { id } of people(session, { email: person })) return id;
  throw new CliError(`Nobody has the e-mail address ${person}. waymark people list shows everyone.`, EXIT.refused);
}

const at = async (session: Session, person: string, what = ''): Promise<string> =>
  `/operator/people/${part(await idOf(session, person))}${what}`;

export const peopleCommands: CommandGroup = (program, act) => {
  const group = program.command('people').description('manage people and their roles; name a person by id or e-mail address');
  group
    .command('list')
    .description('list people')
    .option('--workspace <id>', 'only those of this workspace')
    .action(
      act<{ workspace?: string }>(async (session, { workspace }) =>
        session.output.list(await allOf(people(session, { workspace })), COLUMNS, 'There are no people yet.'),
      ),
    );
  group
    .command('add <email>')
    .description('add a person; send them a password link to choose a password')
    .option('--name <name>', 'default: the e-mail address')
    .option('--operator', 'make the person an operator of the installation')
    .action(
      act<{ name?: string; operator?: boolean }>(async ({ api, output }, { name, operator }, email) =>
        output.one(await api.send<Person>('POST', '/operator/people', { body: { email, name, operator } })),
      ),
    );
  group
    .command('role <person> <workspace> <role>')
    .description('give a person a role in a workspace: viewer, editor, admin, or none to remove it')
    .action(
      act(async (session, _options, person, workspace, role) => {
        if (![...ROLES, 'none'].includes(role!)) throw new UsageError(`The role must be one of ${ROLES.join(', ')}, or none.`);
        const path = await at(session, person!, `/workspaces/${part(workspace!)}`);
        const answer =
          role === 'none'
            ? await session.api.send<object | undefined>('DELETE', path)
            : await session.api.send<object | undefined>('PUT', path, { body: { role } });
        if (answer === undefined)
          session.output.done(`${person} has ${role === 'none' ? 'no role' : `the role ${role}`} in ${workspace} now.`);
        else session.output.one(answer);
      }),
    );
  group
    .command('disable <person>')
    .description('block a person: end all sessions and refuse new ones')
    .action(
      act(async (session, _options, person) =>
        session.output.one(await session.api.send<Person>('PATCH', await at(session, person!), { body: { status: 'disabled' } })),
      ),
    );
  group
    .command('enable <person>')
    .description('unblock a person')
    .action(
      act(async (session, _options, person) =>
        session.output.one(await session.api.send<Person>('PATCH', await at(session, person!), { body: { status: 'active' } })),
      ),
    );
  group
    .command('remove <person>')
    .description('remove a person and end all their sessions')
    .action(
      act(async (session, _options, person) => {
        await session.api.send('DELETE', await at(session, person!));
        session.output.done(`${person} is removed.`);
      }),
    );
  group
    .command('password-link <person>')
    .description('create a one-time secret for choosing a password (waymark password reset); shown only once')
    .action(
      act(async (session, _options, person) =>
        session.output.one(await session.api.send<object>('POST', await at(session, person!, '/password-link'))),
      ),
    );
};
