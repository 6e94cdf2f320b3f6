import type { Column } from '#terminal/output.js';
import { allOf, entriesOf } from '../api/pages.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';
import { inWorkspace } from '../session/workspace-access.js';

interface ObjectHold {
  externalId: string;
  reason: string;
  by: string;
  since: string;
}

const COLUMNS: Column<ObjectHold>[] = [
  ['object', ({ externalId }) => externalId],
  ['reason', ({ reason }) => reason],
  ['by', ({ by }) => by],
  ['since', ({ since }) => since],
];

/** Changes the hold of a workspace or of one object in it. */
async function change(session: Session, method: string, workspace: string, externalId: string | undefined, body?: object): Promise<void> {
  const done = (answer: unknown): void =>
    answer === undefined ? session.output.done('The legal hold was released.') : session.output.one(answer as object);
  if (externalId === undefined)
    return done(
      await session.api.send(method, `${(await session.isOperator()) ? '/operator/workspaces' : '/groups'}/${part(workspace)}/hold`, {
        body,
      }),
    );
  return inWorkspace(session, workspace, 'holds:admin', async (token) =>
    done(await session.api.send(method, `/groups/${part(workspace)}/externalObjects/${part(externalId)}/hold`, { body, token })),
  );
}

export const holdCommands: CommandGroup = (program, act) => {
  const group = program.command('hold').description('manage legal holds: nothing under a hold is erased');
  group
    .command('put <workspace> [externalId]')
    .description('put a workspace or one of its objects under a hold; readers of the topics see the reason of an object')
    .requiredOption('--reason <text>', 'reason of the hold')
    .action(
      act<{ reason: string }>((session, { reason }, workspace, externalId) => change(session, 'PUT', workspace!, externalId, { reason })),
    );
  group
    .command('release <workspace> [externalId]')
    .description('end a hold; what became due meanwhile is erased on schedule')
    .action(act((session, _options, workspace, externalId) => change(session, 'DELETE', workspace!, externalId)));
  group
    .command('show <workspace> [externalId]')
    .description('show the hold of a workspace or an object')
    .action(act((session, _options, workspace, externalId) => change(session, 'GET', workspace!, externalId)));
  group
    .command('list <workspace>')
    .description('list objects with a hold of their own')
    .action(
      act(async (session, _options, workspace) => {
        await inWorkspace(session, workspace!, 'holds:admin', async (token) => {
          const api = { get: <T>(path: string): Promise<T> => session.api.send<T>('GET', path, { token }) };
          session.output.list(
            await allOf(entriesOf<ObjectHold>(api, { path: `/groups/${part(workspace!)}/holds`, entries: 'holds' })),
            COLUMNS,
            'No object has a hold of its own.',
          );
        });
      }),
    );
};
