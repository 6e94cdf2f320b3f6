import type { PartitionStart } from '../consuming/partition-intake.js';
import { topicBounds } from '../topics/partition-bounds.js';
import type { UnitProcessor } from './unit-processor.js';
import type { UnitReading } from './unit-transport-options.js';

/** Where partitions continue: the stored places, and the broker's bounds. @throws Error if any of these cannot be read yet */
export async function partitionStarts(
  { kafka, topic, processor, places }: Pick<UnitReading, 'kafka' | 'topic' | 'places'> & { processor: UnitProcessor },
  partitions: readonly number[],
): Promise<ReadonlyMap<number, PartitionStart>> {
  const begins = await processor.assigned(partitions);
  const stored = await places.read(partitions);
  const bounds = await topicBounds(kafka, topic);
  return new Map(
    partitions.map((partition) => {
      const place = stored.get(partition)!;
      return [
        partition,
        { place, begin: Math.min(place.next, begins.get(partition) ?? place.next), bounds: bounds.get(partition) ?? { low: 0, high: 0 } },
      ];
    }),
  );
}
