import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { int4Array } from './binary-array.js';

/**
 * The partitions that this process publishes. Offsets are not enough to know that: a process that was suspended for long, and whose new
 * owner has committed nothing yet, would write its records into a log that has just lost some, before the new owner can check it.
 */
export class Tenure {
  private id = randomUUID();
  private partitions: readonly number[] = [];

  constructor(
    private readonly pool: Pool,
    /** Name of the consumer in `partition_offset`. */
    private readonly consumer: string,
  ) {}

  /** Makes this process the publisher of these partitions; others notice it on their next new connection. */
  async begin(partitions: readonly number[]): Promise<void> {
    const id = randomUUID();
    await this.pool.query(
      `insert into partition_offset (consumer, partition, next_offset, publisher)
       select $1, p, 0, $3 from unnest($2::int[]) p order by p
       on conflict (consumer, partition) do update set publisher = excluded.publisher`,
      [this.consumer, int4Array(partitions), id],
    );
    [this.id, this.partitions] = [id, partitions];
  }

  /** Those of these partitions that were since assigned to other processes. */
  async ended(): Promise<ReadonlySet<number>> {
    if (this.partitions.length === 0) return new Set();
    const { rows } = await this.pool.query<{ partition: number }>(
      'select partition from partition_offset where consumer = $1 and partition = any($2::int[]) and publisher <> $3',
      [this.consumer, int4Array(this.partitions), this.id],
    );
    return new Set(rows.map(({ partition }) => partition));
  }
}
