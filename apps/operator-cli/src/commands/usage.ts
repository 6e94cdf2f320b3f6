import { InvalidArgumentError } from 'commander';
import { allOf, entriesOf } from '../api/pages.js';
import { CliError, UsageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { Column } from '../output/output.js';
import type { Session } from '../session.js';
import { type CommandGroup, part } from './command-work.js';

interface Usage {
  workspace: string;
  month: string;
  plan: string;
  calls: { used: number; left: number | null; limit: number | null };
  elements: number;
  resetsAt: string;
}

const COLUMNS: Column<Usage>[] = [
  ['workspace', ({ workspace }) => workspace],
  ['plan', ({ plan }) => plan],
  ['month', ({ month }) => month],
  ['calls', ({ calls }) => calls.used],
  ['left', ({ calls }) => calls.left],
  ['of', ({ calls }) => calls.limit],
  ['elements', ({ elements }) => elements],
  ['resets', ({ resetsAt }) => resetsAt],
];

function monthOf(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('Write a month as in 2026-11.');
  return text;
}

const ofAll = ({ api }: Session, month: string | undefined) => entriesOf<Usage>(api, { path: '/operator/usage', entries: 'usage', goesOnBy: 'after', query: { month } });

/** An operator's token opens no workspace: it finds one among all. */
async function ofOne(session: Session, workspace: string, month: string | undefined): Promise<Usage> {
  if (!(await session.isOperator())) {
    if (month !== undefined) throw new UsageError('Another month is for operators.');
    return session.api.get<Usage>(`/groups/${part(workspace)}/usage`);
  }
  for await (const used of ofAll(session, month)) if (used.workspace === workspace) return used;
  throw new CliError(`There is no workspace ${JSON.stringify(workspace)}. waymark workspace list shows those that there are.`, EXIT.refused);
}

export const usageCommands: CommandGroup = (program, act) => {
  program
    .command('usage [workspace]')
    .description("what was used of the plan's limits: by one workspace this month, or by all (operators)")
    .option('--month <month>', 'another month, as in 2026-11 (operators)', monthOf)
    .action(
      act<{ month?: string }>(async (session, { month }, workspace) => {
        const { output } = session;
        const used = workspace === undefined ? await allOf(ofAll(session, month)) : [await ofOne(session, workspace, month)];
        if (workspace !== undefined && output.json) output.value(used[0]);
        else output.list(used, COLUMNS, 'Nothing was used.');
      }),
    );
};
