import { InvalidArgumentError } from 'commander';
import { allOf, entriesOf } from '../api/pages.js';
import type { Column } from '../output/output.js';
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

export const usageCommands: CommandGroup = (program, act) => {
  program
    .command('usage [workspace]')
    .description("what was used of the plan's limits: by one workspace this month, or by all (operators)")
    .option('--month <month>', 'of all workspaces: another month, as in 2026-11', monthOf)
    .action(
      act<{ month?: string }>(async ({ api, output }, { month }, workspace) => {
        const used = workspace === undefined ? await allOf(entriesOf<Usage>(api, { path: '/operator/usage', entries: 'usage', goesOnBy: 'after', query: { month } })) : [await api.get<Usage>(`/groups/${part(workspace)}/usage`)];
        if (workspace !== undefined && output.json) output.value(used[0]);
        else output.list(used, COLUMNS, 'Nothing was used.');
      }),
    );
};
