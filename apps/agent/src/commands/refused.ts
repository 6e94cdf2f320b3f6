import type { Column } from '#terminal/output.js';
import { type KeptEntry, takeKept } from '../running/kept-list.js';
import { type AddCommand, configurationOf, DEFAULT_FILE } from './command-context.js';
import { filterOf, type FilterOptions, withFilter } from './filter-options.js';
import { withQueue } from './kept-queue.js';
import { count } from './options.js';

const SHOWN = 50;
const COLUMNS: readonly Column<KeptEntry>[] = [
  ['at', ({ at }) => at],
  ['source', ({ source }) => source],
  ['by', ({ by }) => by],
  ['reason', ({ reason }) => reason],
  ['detail', ({ detail }) => (detail.length > 100 ? `${detail.slice(0, 100)}…` : detail)],
];

export const refusedCommand: AddCommand = (program, { terminal, output }) => {
  withFilter(
    program
      .command('refused')
      .description('list what the gateway refused and what the agent kept apart, newest first, with the reasons')
      .argument('[file]', 'the configuration', DEFAULT_FILE),
  )
    .option('--limit <n>', 'at most so many', count, SHOWN)
    .option('--json', 'a line of JSON each, with what came')
    .action(async (file: string, options: FilterOptions & { limit: number; json?: boolean }) => {
      const { config } = configurationOf(file, { terminal, output });
      const filter = filterOf(options);
      const entries = await withQueue<KeptEntry[]>(config, { do: 'list', filter, limit: options.limit }, (queue) =>
        takeKept(queue, filter, options.limit),
      );
      if (options.json) for (const entry of entries) output.line(entry);
      else output.list(entries, COLUMNS, 'Nothing was refused or kept apart.');
    });
};
