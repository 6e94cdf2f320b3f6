import { UsageError } from '../errors/cli-error.js';
import type { CommandGroup } from '../session/command-work.js';

export const cursorCommands: CommandGroup = (program, act) => {
  program
    .command('cursors')
    .description('manage the cursors of the feed')
    .command('expire')
    .description(
      'answer 410 to all cursors, so that every reader of the feed reads all objects again; for after the database and the broker ' +
        'were both put back to an earlier time by other means than `waymark restore`',
    )
    .option('--yes', 'really do it', false)
    .action(
      act<{ yes: boolean }>(async ({ api, output }, { yes }) => {
        if (!yes) throw new UsageError('Every reader of the feed in every workspace will read all objects again. To confirm, add --yes.');
        await api.send('DELETE', '/operator/cursors');
        output.done('All cursors expire within two seconds; their readers read all objects again.');
      }),
    );
};
