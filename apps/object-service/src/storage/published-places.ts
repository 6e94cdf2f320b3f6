import type { Pool } from 'pg';
import { int4Array, int8Array } from '#postgres/binary-array.js';
import { readOffsets } from '#postgres/offsets.js';
import { LOST, type PublishedProgress } from '#postgres/outbox-table.js';
import { CONSUMER } from './consumer.js';

/** How far a partition is applied and published. Offsets of `object.commands`, unless stated otherwise. */
export interface PartitionProgress extends PublishedProgress {
  nextOffset: number;
  /** The states of all objects in commands below this offset are on `object.state`. */
  stateWatermark: number;
  /** End of `object.state` after those states; null if unknown; `LOST` if some of them were lost. */
  statesEnd: number | null;
}

/** An unknown end. */
const UNKNOWN = -1;

/** The progress of each of these partitions; new partitions begin at 0. */
export async function readProgress(pool: Pool, partitions: readonly number[]): Promise<Map<number, PartitionProgress>> {
  await readOffsets(pool, CONSUMER, partitions);
  return storedProgress(pool, partitions);
}

export async function storedProgress(pool: Pool, partitions: readonly number[]): Promise<Map<number, PartitionProgress>> {
  const { rows } = await pool.query<{
    partition: number;
    next_offset: number;
    state_watermark: number;
    events_upto: number;
    events_end: number | null;
    states_end: number | null;
  }>(
    'select partition, next_offset, state_watermark, events_upto, events_end, states_end from ' +
      'partition_offset where consumer = $1 and partition = any($2::int[])',
    [CONSUMER, partitions],
  );
  return new Map(
    rows.map((row) => [
      row.partition,
      {
        nextOffset: row.next_offset,
        stateWatermark: row.state_watermark,
        eventsUpto: row.events_upto,
        eventsEnd: row.events_end,
        statesEnd: row.states_end,
      },
    ]),
  );
}

/**
 * Raises watermarks; they never fall. Those of partitions that were assigned to another process stay: it may have sends under way that its
 * successor must know of.
 * @param publisher the assignment (`Tenure.publisher`) in which the states were published
 * @param log knows the ends of `object.state` after those states
 * @returns the partitions whose watermarks are stored
 */
export async function raiseWatermarks(
  pool: Pool,
  publisher: string,
  watermarks: ReadonlyMap<number, number>,
  log: { end(partition: number): number | undefined },
): Promise<number[]> {
  const partitions = [...watermarks.keys()];
  const { rows } = await pool.query<{ partition: number }>({
    name: 'raise-watermarks',
    text: `update partition_offset o set state_watermark = w.upto, states_end = coalesce(nullif(w.log_end, ${UNKNOWN}), o.states_end)
           from unnest($2::int[], $3::bigint[], $4::bigint[]) as w (partition, upto, log_end)
           where o.consumer = $1 and o.partition = w.partition and o.state_watermark <= w.upto and o.publisher = $5
           returning o.partition`,
    values: [
      CONSUMER,
      int4Array(partitions),
      int8Array([...watermarks.values()]),
      int8Array(partitions.map((partition) => log.end(partition) ?? UNKNOWN)),
      publisher,
    ],
  });
  return rows.map(({ partition }) => partition);
}

/** Notes that states of these partitions were lost, for all owners until the watermarks are raised again. */
export async function noteLostStates(pool: Pool, partitions: readonly number[]): Promise<void> {
  await pool.query({
    name: 'note-lost-states',
    text: `update partition_offset set states_end = ${LOST} where consumer = $1 and partition = any($2::int[])`,
    values: [CONSUMER, int4Array(partitions)],
  });
}
