import { readFile } from 'node:fs/promises';
import { ApiClient } from '../api/api-client.js';
import { CliError, UsageError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { linesOf } from '../moving/left-behind.js';
import { MoveSide } from '../moving/move-side.js';
import { WorkspaceMoving } from '../moving/move-workspace.js';
import { type CommandGroup, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface MoveFlags {
  to?: string;
  tokenFile?: string;
  plan?: string;
  cancel?: boolean;
}

async function move(session: Session, { to, tokenFile, plan, cancel }: MoveFlags, workspace?: string): Promise<void> {
  const { api, output } = session;
  if (cancel === true) {
    await api.send('DELETE', `/operator/workspaces/${part(workspace!)}/move`);
    return output.done(
      `The move of ${workspace} was cancelled; changes are accepted here as before. Delete the copied data on ` +
        `the other side: waymark workspace delete ${workspace}`,
    );
  }
  if (to === undefined || tokenFile === undefined)
    throw new UsageError(
      "Specify the other installation's gateway and a file with its operator token: waymark move WORKSPACE --to URL --token-file FILE",
    );
  const address = originOf(to);
  // Read for each call, so that an expired token can be replaced.
  const there = new ApiClient(address, () => tokenIn(tokenFile));
  const moving = new WorkspaceMoving({
    workspace: workspace!,
    here: new MoveSide(api, workspace!),
    there: new MoveSide(there, workspace!),
    address,
    plan,
    onStep: (text) => output.done(text),
  });
  const moved = await moving.run();
  const {
    here,
    there: arrived,
    unchanged,
    goneOn,
    created,
    wrong,
    checksumHere,
    checksumThere,
    changes,
    pictures,
    closedSeconds,
    stoppedWebhooks,
    leftBehind,
  } = moved;
  if (output.json) output.value(moved);
  else {
    output.text(
      `${workspace} is now at ${address}, and calls here are forwarded. ${changes} changes and ${pictures} pictures were copied` +
        `${closedSeconds === undefined ? '' : `; changes were refused for ${closedSeconds.toFixed(1)} s`}.`,
    );
    output.text(
      `Objects: ${here} here, ${arrived} there; ${unchanged} are unchanged, ${goneOn} have changed there ` +
        `since, ${created} were created there since.`,
    );
    const named = (states: readonly string[]): string =>
      stoppedWebhooks.flatMap(({ id, state }) => (states.includes(state) ? [`${id} (${state})`] : [])).join(', ');
    const [failing, stopped] = [named(['failing']), named(['paused', 'off'])];
    if (failing !== '')
      output.text(`These webhooks still deliver earlier changes from here; delete nothing here until they are done: ${failing}.`);
    if (stopped !== '') output.text(`These webhooks continue there from now on; replay them there for missed changes: ${stopped}.`);
    for (const line of linesOf(leftBehind, workspace!)) output.text(line);
    output.text(`Checksum of the unchanged ones: ${checksumHere} here, ${checksumThere} there.`);
  }
  if (wrong.length > 0 || checksumHere !== checksumThere)
    throw new CliError(
      `These objects are missing or different there: ${wrong.map((id) => JSON.stringify(id)).join(', ')}. Nothing was removed here.`,
      EXIT.incomplete,
    );
  if (!output.json)
    output.text(
      `When every client uses the new address, end the forwarding and remove the data here: waymark workspace delete ${workspace}`,
    );
}

async function tokenIn(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new UsageError(`The token file ${file} cannot be read: ${(error as Error).message}`);
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  )
    throw new UsageError(`${JSON.stringify(text)} is not the address of a gateway: write it as https://waymark.example.`);
  return url.origin;
}

export const moveCommands: CommandGroup = (program, act) => {
  program
    .command('move <workspace>')
    .description('move a workspace to another installation while its fleet keeps reporting; run it again after an interruption')
    .option('--to <address>', "the other installation's gateway, as the gateways here reach it")
    .option('--token-file <file>', 'a file with an operator token for the other installation')
    .option('--plan <plan>', 'its plan there; default: the plan with the same name')
    .option('--cancel', 'cancel a move before calls are forwarded')
    .action(act<MoveFlags>(move));
};
