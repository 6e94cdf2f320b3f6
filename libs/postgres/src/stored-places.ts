import type { Pool } from 'pg';
import type { LogMark, PlaceKeeper, ReadingPlace } from '#kafka/consuming/log-places.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { int4Array } from './binary-array.js';
import { readOffsets } from './offsets.js';
import { inTransaction } from './transaction.js';

/** Keeps one mark per 5 s for 5 minutes, one per minute for an hour, one per hour for two days, and one per day for 90 days. */
const PRUNE = `
  delete from partition_mark m using (
    select consumer, partition, log_offset, marked_at, row_number() over (
      partition by partition, step, floor(extract(epoch from marked_at) / step) order by log_offset
    ) as place
    from (
      select *, case when marked_at > now() - interval '5 minutes' then 5 when marked_at > now() - interval '1 hour' then 60
        when marked_at > now() - interval '2 days' then 3600 else 86400 end as step
      from partition_mark where consumer = $1 and partition = any($2::int[])
    ) aged
  ) k
  where m.consumer = k.consumer and m.partition = k.partition and m.log_offset = k.log_offset
  and (k.place > 1 or k.marked_at < now() - interval '90 days')`;

/** Number of calls of `mark` between two prunings. */
const PRUNE_EVERY = 12;

const MARK = `
  insert into partition_mark (consumer, partition, log_offset, record)
  select consumer, partition, next_offset - log_shift, record from partition_offset
  where consumer = $1 and partition = any($2::int[]) and record is not null and next_offset > log_shift
  order by partition
  on conflict (consumer, partition, log_offset) do nothing`;

/**
 * Sets the stored offset to the present time in microseconds. No partition gets a million records per second for years, so all numbers in
 * between are unused, even by offsets of this database from before a restore from a backup, which are recognised by `partition_break`.
 */
const GO_BACK = `
  with place as (
    select next_offset as left_at, greatest(next_offset + 1, floor(extract(epoch from clock_timestamp()) * 1e6)::bigint) as went_on_at
    from partition_offset where consumer = $1 and partition = $2 and next_offset = $3 for update
  ), moved as (
    update partition_offset o set next_offset = went_on_at, shifted_at = went_on_at, log_shift = went_on_at - $4::bigint,
    record = $5::bigint
    from place where o.consumer = $1 and o.partition = $2
    returning left_at, went_on_at
  )
  insert into partition_break (consumer, partition, left_at, went_on_at) select $1, $2, left_at, went_on_at from moved`;

/** Stores places in the columns and tables of `placesMigrationSql` and `breaksMigrationSql`. */
export class StoredPlaces implements PlaceKeeper {
  /** Number of calls of `mark` until the next pruning. */
  private untilPrune = 0;

  /** @param first number in the tables of the topic's first partition */
  constructor(
    private readonly pool: Pool,
    private readonly consumer: string,
    private readonly first = 0,
  ) {}

  async read(partitions: readonly number[]): Promise<ReadonlyMap<number, ReadingPlace>> {
    const stored = partitions.map((partition) => this.first + partition);
    await readOffsets(this.pool, this.consumer, stored);
    const [offsets, marks] = await Promise.all([
      this.pool.query<{ partition: number; next_offset: number; log_shift: number; record: number | null }>(
        'select partition, next_offset, log_shift, record from partition_offset where consumer = $1 and partition = any($2::int[])',
        [this.consumer, int4Array(stored)],
      ),
      this.pool.query<{ partition: number; log_offset: number; record: number }>(
        'select partition, log_offset, record from partition_mark where consumer = $1 and partition = ' +
          'any($2::int[]) order by partition, log_offset desc',
        [this.consumer, int4Array(stored)],
      ),
    ]);
    const marksOf = Map.groupBy(marks.rows, ({ partition }) => partition);
    return new Map(
      offsets.rows.map(({ partition, next_offset, log_shift, record }) => {
        const known = marksOf.get(partition) ?? [];
        const marked = known.map((mark) => ({ offset: Number(mark.log_offset), record: Number(mark.record) }));
        return [
          partition - this.first,
          { next: Number(next_offset), shift: Number(log_shift), record: record === null ? null : Number(record), marks: marked },
        ];
      }),
    );
  }

  goBack(partition: number, from: number, { offset, record }: LogMark): Promise<void> {
    const values = [this.consumer, this.first + partition];
    return inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(GO_BACK, [...values, from, offset, record]);
      if (rowCount !== 1) throw new OwnershipLostError('Another owner has moved the offset of this partition.');
      await client.query('delete from partition_mark where consumer = $1 and partition = $2 and log_offset > $3', [...values, offset]);
    });
  }

  async noteOlder(partitions: readonly number[]): Promise<void> {
    await this.pool.query(
      `insert into partition_break (consumer, partition, left_at, went_on_at, older_database)
       select consumer, partition, next_offset, next_offset, true from partition_offset where consumer = $1 and partition = any($2::int[])
       on conflict (consumer, partition, went_on_at) do update set broken_at = clock_timestamp()`,
      [this.consumer, int4Array(partitions.map((partition) => this.first + partition))],
    );
  }

  async mark(partitions: readonly number[]): Promise<void> {
    if (partitions.length === 0) return;
    const values = [this.consumer, int4Array(partitions.map((partition) => this.first + partition))];
    await this.pool.query({ name: 'mark-places', text: MARK, values });
    if (this.untilPrune-- > 0) return;
    this.untilPrune = PRUNE_EVERY;
    await this.pool.query({ name: 'prune-marks', text: PRUNE, values });
  }
}
