import type pg from 'pg';
import type { TopicName } from '#contracts/topics.js';
import type { Installation } from '../services/service-environment.js';

type SchemaKey = keyof Installation['schemas'];

/** Consumers that store their offsets in tables. Partitions of a second topic continue the numbers of the first one. */
const CONSUMERS: readonly { schema: SchemaKey; consumer: string; topic: TopicName; behindObjects?: true }[] = [
  { schema: 'objects', consumer: 'object-service', topic: 'object.commands' },
  { schema: 'projection', consumer: 'projection', topic: 'object.events' },
  { schema: 'projection', consumer: 'projection', topic: 'area.events', behindObjects: true },
  { schema: 'area', consumer: 'areas', topic: 'object.events' },
  { schema: 'report', consumer: 'objects', topic: 'object.events' },
  { schema: 'report', consumer: 'access', topic: 'access.events' },
  { schema: 'report', consumer: 'areas', topic: 'area.events' },
];

/**
 * The next offset in the log of a topic's slowest consumer, by partition. Partitions that were never read are missing.
 */
export type NextOffsets = ReadonlyMap<TopicName, ReadonlyMap<number, number>>;

/** Reads the offsets from the database. A service that never ran has no table, and is ignored. */
export async function consumerOffsets(client: pg.Client, schemas: Installation['schemas'], objectPartitions: number): Promise<NextOffsets> {
  const offsets = new Map<TopicName, Map<number, number>>();
  for (const schema of new Set(CONSUMERS.map(({ schema }) => schema))) {
    const table = `${client.escapeIdentifier(schemas[schema])}.partition_offset`;
    const { rows: there } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
    if (!there[0]!.there) continue;
    const { rows } = await client.query<{ consumer: string; partition: number; next: string }>(
      `select consumer, partition, next_offset - log_shift as next from ${table}`,
    );
    for (const { consumer, topic, behindObjects } of CONSUMERS.filter((each) => each.schema === schema)) {
      const first = behindObjects ? objectPartitions : 0;
      const known = new Map(
        rows.filter((row) => row.consumer === consumer).map(({ partition, next }) => [partition - first, Number(next)]),
      );
      const slowest = offsets.get(topic) ?? new Map<number, number>();
      offsets.set(topic, slowest);
      for (let partition = 0; partition < objectPartitions; partition++) {
        slowest.set(partition, Math.min(slowest.get(partition) ?? Infinity, known.get(partition) ?? 0));
      }
    }
  }
  return offsets;
}
