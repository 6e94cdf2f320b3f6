import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

/** An object's id, as an operator sees it. */
interface UsedId {
  externalId: string;
  workspace: string | null;
  erased: boolean;
}

const read = ({ api }: Session, externalId: string): Promise<UsedId> => api.get<UsedId>(`/operator/ids/${part(externalId)}`);

/** @throws CliError if the id has no owner */
async function release(session: Session, externalId: string): Promise<void> {
  const { workspace } = await read(session, externalId);
  if (workspace === null) throw new CliError('The id was released before; no workspace owns it.', EXIT.refused);
  session.output.one(await session.api.send('DELETE', `/operator/workspaces/${part(workspace)}/ids/${part(externalId)}`));
}

export const idCommands: CommandGroup = (program, act) => {
  const group = program.command('id').description('manage ids of objects (operators)');
  group
    .command('show <externalId>')
    .description('show which workspace owns the id, and whether its object is erased')
    .action(act(async (session, _options, externalId) => session.output.one(await read(session, externalId!))));
  group
    .command('release <externalId>')
    .description('release the id of an erased object, so that any workspace can use it')
    .action(act((session, _options, externalId) => release(session, externalId!)));
};
