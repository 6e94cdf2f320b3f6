import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';
import { inWorkspace } from '../session/workspace-access.js';

const at = (workspace: string, externalId: string, what = ''): string =>
  `/groups/${part(workspace)}/externalObjects/${part(externalId)}${what}`;

/** @throws CliError if the lines are incomplete */
async function exportObject(session: Session, workspace: string, externalId: string): Promise<void> {
  let last = '';
  await inWorkspace(session, workspace, 'objects:read', async (token) => {
    for await (const line of session.api.lines(at(workspace, externalId, '/export'), token)) session.output.text((last = line));
  });
  if (!last.startsWith('{"kind":"end"')) throw new CliError('The export was interrupted and is incomplete.', EXIT.incomplete);
}

export const objectCommands: CommandGroup = (program, act) => {
  const group = program.command('object').description('export or erase one object');
  group
    .command('export <workspace> <externalId>')
    .description('export everything stored about the object as NDJSON')
    .action(act((session, _options, workspace, externalId) => exportObject(session, workspace!, externalId!)));
  group
    .command('erase <workspace> <externalId>')
    .description('erase the object and everything stored about it; its id stays with the workspace')
    .action(
      act((session, _options, workspace, externalId) =>
        inWorkspace(session, workspace!, 'objects:erase', async (token) =>
          session.output.one(await session.api.send('DELETE', at(workspace!, externalId!), { token })),
        ),
      ),
    );
};
