import type { Pool, PoolClient } from 'pg';
import { int4Array, int8Array } from './binary-array.js';

/**
 * Where each consumer goes on: kept with the data, in the same transaction (design 5). Small and rewritten with every
 * unit of work, so the rows leave room on their page and vacuum looks often.
 */
export const offsetsMigrationSql = `
  create table if not exists partition_offset (
    consumer text not null,
    partition int not null,
    next_offset bigint not null,
    primary key (consumer, partition)
  ) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`;

/** A move of one partition's offset, both in records of that partition's log. */
export interface OffsetMove {
  partition: number;
  from: number;
  to: number;
}

/** What was worked off and is not stored yet: of each partition where the stored offset is, and where it is to be. */
export class OffsetsAhead {
  private readonly ahead = new Map<number, { from: number; to: number }>();

  get size(): number {
    return this.ahead.size;
  }

  get moves(): OffsetMove[] {
    return [...this.ahead].map(([partition, { from, to }]) => ({ partition, from, to }));
  }

  note(batches: readonly { partition: number; firstOffset: number; nextOffset: number }[]): void {
    for (const { partition, firstOffset, nextOffset } of batches) this.ahead.set(partition, { from: this.ahead.get(partition)?.from ?? firstOffset, to: nextOffset });
  }

  clear(): void {
    this.ahead.clear();
  }
}

/** The next offset of each of these partitions; a partition that was never seen begins at 0 and gets its row. */
export async function readOffsets(db: Pool | PoolClient, consumer: string, partitions: readonly number[]): Promise<Map<number, number>> {
  if (partitions.length === 0) return new Map();
  await db.query(
    `insert into partition_offset (consumer, partition, next_offset)
     select $1, p, 0 from unnest($2::int[]) p order by p on conflict do nothing`,
    [consumer, partitions],
  );
  const { rows } = await db.query<{ partition: number; next_offset: number }>(
    'select partition, next_offset from partition_offset where consumer = $1 and partition = any($2::int[])',
    [consumer, partitions],
  );
  return new Map(rows.map((row) => [row.partition, Number(row.next_offset)]));
}

/**
 * Compare-and-set of all of these offsets, in the caller's transaction.
 * @returns false when any of them is not where the caller believed: another owner has moved it. The caller rolls back
 *   and throws OwnershipLostError; nothing of its transaction may stay.
 */
export async function advanceOffsets(client: PoolClient, consumer: string, moves: readonly OffsetMove[]): Promise<boolean> {
  const ordered = [...moves].sort((a, b) => a.partition - b.partition);
  const { rowCount } = await client.query({
    name: 'advance-offsets',
    text: `update partition_offset o set next_offset = m.upto
           from unnest($2::int[], $3::bigint[], $4::bigint[]) as m (partition, since, upto)
           where o.consumer = $1 and o.partition = m.partition and o.next_offset = m.since`,
    values: [consumer, int4Array(ordered.map((m) => m.partition)), int8Array(ordered.map((m) => m.from)), int8Array(ordered.map((m) => m.to))],
  });
  return rowCount === moves.length;
}
