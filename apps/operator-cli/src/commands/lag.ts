import type { Column } from '#terminal/output.js';
import type { CommandGroup } from '../session/command-work.js';

interface ConsumerLag {
  consumer: string;
  topic: string;
  records: number | null;
  partitions: { partition: number; lag: number }[] | null;
}

const COLUMNS: Column<ConsumerLag>[] = [
  ['consumer', ({ consumer }) => consumer],
  ['topic', ({ topic }) => topic],
  ['lag', ({ records }) => (records === null ? 'unknown' : `${records} records`)],
  [
    'by partition',
    ({ partitions }) =>
      (partitions ?? [])
        .filter(({ lag }) => lag > 0)
        .map(({ partition, lag }) => `${partition}: ${lag}`)
        .join(', '),
  ],
];

export const lagCommands: CommandGroup = (program, act) => {
  program
    .command('lag')
    .description('show the consumer lag of each consumer group')
    .action(
      act(async ({ api, output }) =>
        output.list((await api.get<{ consumers: ConsumerLag[] }>('/operator/lag')).consumers, COLUMNS, 'Nothing consumes.'),
      ),
    );
};
