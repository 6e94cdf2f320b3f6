import type { Pool, PoolClient } from 'pg';
import { int4Array, int8Array } from './binary-array.js';

/**
 * Where each consumer continues, stored in the same transaction as the data. The rows are small and rewritten with every unit
 * of work, so they leave room on their page, and vacuum runs often.
 */
export const offsetsMigrationSql = `
  create table if not exists partition_offset (
    consumer text not null,
    partition int not null,
    next_offset bigint not null,
    primary key (consumer, partition)
  ) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`;

/**
 * Identifies a log as the one that was read. `record` identifies the record before `next_offset`. If a log was read again from an earlier
 * position, `next_offset` is larger than the offset in the log by `log_shift`, since `shifted_at`. `partition_mark` has earlier positions,
 * as offsets in the log.
 */
export const placesMigrationSql = [
  `alter table partition_offset
     add column if not exists log_shift bigint not null default 0,
     add column if not exists shifted_at bigint not null default 0,
     add column if not exists record bigint`,
  `create table if not exists partition_mark (
     consumer text not null,
     partition int not null,
     log_offset bigint not null,
     record bigint not null,
     marked_at timestamptz not null default clock_timestamp(),
     primary key (consumer, partition, log_offset)
   )`,
] as const;

/**
 * Where readers went back because a log had become another one. No record ever had a stored offset between `left_at` and `went_on_at`, so a
 * stored offset in between means that the database was restored from a backup. With `older_database` the restore was noticed in another
 * way, and both columns are the stored offset.
 */
export const breaksMigrationSql = [
  `create table partition_break (
     consumer text not null,
     partition int not null,
     left_at bigint not null,
     went_on_at bigint not null,
     broken_at timestamptz not null default clock_timestamp(),
     older_database boolean not null default false,
     primary key (consumer, partition, went_on_at)
   )`,
] as const;

/** Stands for an unknown checksum. */
const UNKNOWN = -1;

/** A move of one partition's stored offset. */
export interface OffsetMove {
  partition: number;
  from: number;
  to: number;
  /** Checksum of the record before `to` (`recordMark` of libs/kafka); null or absent if unknown. */
  record?: number | null;
}

/** Offsets of processed records that are not stored yet: for each partition, the stored and the next offset. */
export class OffsetsAhead {
  private readonly ahead = new Map<number, OffsetMove>();

  get size(): number {
    return this.ahead.size;
  }

  get moves(): OffsetMove[] {
    return [...this.ahead.values()];
  }

  note(moves: readonly OffsetMove[]): void {
    for (const move of moves) this.ahead.set(move.partition, { ...move, from: this.ahead.get(move.partition)?.from ?? move.from });
  }

  clear(): void {
    this.ahead.clear();
  }
}

/** The next offset of each of these partitions; a new partition begins at 0 and gets a row. */
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

/** The difference between stored offsets and offsets in the log, by partition. */
export async function readShifts(db: Pool | PoolClient, consumer: string, partitions: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.query<{ partition: number; log_shift: number }>(
    'select partition, log_shift from partition_offset where consumer = $1 and partition = any($2::int[])',
    [consumer, int4Array(partitions)],
  );
  return new Map(rows.map((row) => [row.partition, Number(row.log_shift)]));
}

/**
 * Compare-and-set of these offsets, in the caller's transaction.
 * @returns false if another owner has moved any of them. Then the caller must roll back and throw OwnershipLostError.
 */
export async function advanceOffsets(client: PoolClient, consumer: string, moves: readonly OffsetMove[]): Promise<boolean> {
  const ordered = [...moves].sort((a, b) => a.partition - b.partition);
  const { rowCount } = await client.query({
    name: 'advance-offsets',
    text: `update partition_offset o set next_offset = m.upto, record = nullif(m.record, ${UNKNOWN})
           from unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[]) as m (partition, since, upto, record)
           where o.consumer = $1 and o.partition = m.partition and o.next_offset = m.since`,
    values: [
      consumer,
      int4Array(ordered.map((m) => m.partition)),
      int8Array(ordered.map((m) => m.from)),
      int8Array(ordered.map((m) => m.to)),
      int8Array(ordered.map((m) => m.record ?? UNKNOWN)),
    ],
  });
  return rowCount === moves.length;
}
