import type { Pool } from 'pg';
import { int4Array, int8Array } from '#postgres/binary-array.js';
import { readOffsets } from '#postgres/offsets.js';
import { CONSUMER } from '../unit/write-unit.js';

export interface PartitionProgress {
  nextOffset: number;
  /** Commands below this offset have their objects' states on `object.state`. */
  stateWatermark: number;
}

/** Offset and watermark of each of these partitions; new ones begin at 0. */
export async function readProgress(pool: Pool, partitions: readonly number[]): Promise<Map<number, PartitionProgress>> {
  await readOffsets(pool, CONSUMER, partitions);
  return storedProgress(pool, partitions);
}

export async function storedProgress(pool: Pool, partitions: readonly number[]): Promise<Map<number, PartitionProgress>> {
  const { rows } = await pool.query<{ partition: number; next_offset: number; state_watermark: number }>(
    'select partition, next_offset, state_watermark from partition_offset where consumer = $1 and partition = any($2::int[])',
    [CONSUMER, partitions],
  );
  return new Map(rows.map((row) => [row.partition, { nextOffset: row.next_offset, stateWatermark: row.state_watermark }]));
}

/** Watermarks only grow. */
export async function raiseWatermarks(pool: Pool, watermarks: ReadonlyMap<number, number>): Promise<void> {
  await pool.query({
    name: 'raise-watermarks',
    text: `update partition_offset o set state_watermark = w.upto
           from unnest($2::int[], $3::bigint[]) as w (partition, upto)
           where o.consumer = $1 and o.partition = w.partition and o.state_watermark < w.upto`,
    values: [CONSUMER, int4Array([...watermarks.keys()]), int8Array([...watermarks.values()])],
  });
}
