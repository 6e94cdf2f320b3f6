import { AgentError } from '../errors/agent-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { replay, type ReplayResult } from '../running/replay.js';
import { type AddCommand, configurationOf, DEFAULT_FILE, silent } from './command-context.js';
import { filterOf, type FilterOptions, withFilter } from './filter-options.js';
import { withQueue } from './kept-queue.js';

export const replayCommand: AddCommand = (program, { terminal, output }) => {
  withFilter(
    program
      .command('replay')
      .description('send again what was refused, and what was kept apart as the source and its map read it now')
      .argument('[file]', 'the configuration', DEFAULT_FILE),
  )
    .option('--dry-run', 'say what would be sent, and change nothing')
    .option('--json', 'as JSON')
    .action(async (file: string, options: FilterOptions & { dryRun?: boolean; json?: boolean }) => {
      const { config } = configurationOf(file, { terminal, output });
      const [filter, dryRun] = [filterOf(options), options.dryRun === true];
      const result = await withQueue<ReplayResult>(config, { do: 'replay', filter, dryRun }, (queue) =>
        replay(queue, config, filter, dryRun, silent()),
      );
      const named = config.sources.map(({ name }) => name);
      // A source that was removed from the configuration may still have entries.
      if (
        options.source !== undefined &&
        !named.includes(options.source) &&
        result.refused + result.mapped + Object.keys(result.staying).length === 0
      )
        throw new AgentError(`No source is called ${JSON.stringify(options.source)}. There are: ${named.join(', ')}.`, EXIT.usage);
      if (options.json) return output.value(result);
      output.text(
        `${dryRun ? 'Would be sent again' : 'Queued to be sent again'}: ${result.refused} that the gateway ` +
          `had refused, ${result.mapped} that had been kept apart.`,
      );
      for (const [reason, number] of Object.entries(result.staying)) output.note(`${number} stay apart: ${reason}`);
    });
};
