import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { int4Array } from './binary-array.js';

/**
 * The partitions that this process publishes. Offsets are not enough to know that: a process that was suspended for long, and whose new
 * owner has committed nothing yet, would write its records into a log that has just lost some, before the new owner can check it.
 */
export class Tenure {
  private id = randomUUID();
  /** The id in the statement of `begin`, whose answer may not have arrived. */
  private next = this.id;
  private partitions: readonly number[] = [];

  constructor(
    private readonly pool: Pool,
    /** Name of the consumer in `partition_offset`. */
    private readonly consumer: string,
  ) {}

  /** Identifies this process and its present assignment, in `partition_offset.publisher`. */
  get publisher(): string {
    return this.id;
  }

  /**
   * Makes this process the publisher of these partitions; others notice it on their next new connection.
   * @returns those that no other process has published since the previous call, which had them as well
   */
  async begin(partitions: readonly number[]): Promise<ReadonlySet<number>> {
    const id = randomUUID();
    this.next = id;
    // The former publishers are locked and counted first, since the statement would skip rows that it has already changed.
    const { rows } = await this.pool.query<{ partition: number }>(
      `with former as materialized (
         select partition, publisher from partition_offset where consumer = $1 and partition = any($2::int[])
         order by partition for update),
       begun as (
         insert into partition_offset (consumer, partition, next_offset, publisher)
         select $1, p, 0, $3 from unnest($2::int[]) p cross join (select count(*) from former) f order by p
         on conflict (consumer, partition) do update set publisher = excluded.publisher)
       select partition from former where publisher = $4`,
      [this.consumer, int4Array(partitions), id, this.id],
    );
    [this.id, this.partitions] = [id, partitions];
    return new Set(rows.map(({ partition }) => partition));
  }

  /** Those of the partitions of `begin` that were since assigned to other processes. */
  async ended(): Promise<ReadonlySet<number>> {
    if (this.partitions.length === 0) return new Set();
    const { rows } = await this.pool.query<{ partition: number }>(
      'select partition from partition_offset where consumer = $1 and partition = any($2::int[]) and publisher <> all($3::uuid[])',
      [this.consumer, int4Array(this.partitions), [this.id, this.next]],
    );
    return new Set(rows.map(({ partition }) => partition));
  }
}
