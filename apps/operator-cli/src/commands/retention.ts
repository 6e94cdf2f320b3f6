import { InvalidArgumentError } from 'commander';
import { type CommandGroup, count, part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

interface Rule {
  historyDays?: number;
  eraseAfterDays?: number;
}

const at = async (session: Session, workspace: string): Promise<string> =>
  `${(await session.isOperator()) ? '/operator/workspaces' : '/groups'}/${part(workspace)}/retention`;

/** `crane=30` or `crane=30,365`: days of history, and days without a change after which objects are erased; either may be empty. */
function typeRule(text: string, before: (Rule & { type: string })[] = []): (Rule & { type: string })[] {
  const [, type, history, erase] = /^(.+)=(\d*)(?:,(\d*))?$/.exec(text) ?? [];
  if (type === undefined)
    throw new InvalidArgumentError('It must be TYPE=HISTORY_DAYS or TYPE=HISTORY_DAYS,ERASE_AFTER_DAYS, as in crane=30,365.');
  return [...before, { type, ...(history && { historyDays: count(history) }), ...(erase && { eraseAfterDays: count(erase) }) }];
}

export const retentionCommands: CommandGroup = (program, act) => {
  const group = program.command('retention').description('manage how long a workspace keeps its data');
  group
    .command('show <workspace>')
    .description('show the rules of the workspace and the limits of its plan')
    .action(act(async (session, _options, workspace) => session.output.one(await session.api.get(await at(session, workspace!)))));
  group
    .command('set <workspace>')
    .description('replace the rules; options left out follow the plan, and nothing is erased automatically')
    .option('--history-days <days>', 'days of history', count)
    .option('--erase-after-days <days>', 'erase objects that have not changed for this long', count)
    .option('--type <rule>', 'for one type of object: crane=30 (history) or crane=30,365 (history, erase); repeatable', typeRule)
    .action(
      act<Rule & { type?: (Rule & { type: string })[] }>(async (session, { historyDays, eraseAfterDays, type: types }, workspace) =>
        session.output.one(await session.api.send('PUT', await at(session, workspace!), { body: { historyDays, eraseAfterDays, types } })),
      ),
    );
};
