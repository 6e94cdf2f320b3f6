import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { int4Array } from './binary-array.js';

/**
 * Which partitions this process publishes. The offsets alone do not say that: a process that was stopped for long, and
 * whose partitions were given to another one which has committed nothing yet, would put its records into a log that has
 * just lost some, before the new owner could look.
 */
export class Tenure {
  private id = randomUUID();
  private partitions: readonly number[] = [];

  constructor(
    private readonly pool: Pool,
    /** In `partition_offset`. */
    private readonly consumer: string,
  ) {}

  /** From now on these partitions are published here, and by nobody else on a connection that is made later. */
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

  /** Those of them assigned to other processes since. */
  async ended(): Promise<ReadonlySet<number>> {
    if (this.partitions.length === 0) return new Set();
    const { rows } = await this.pool.query<{ partition: number }>(
      'select partition from partition_offset where consumer = $1 and partition = any($2::int[]) and publisher <> $3',
      [this.consumer, int4Array(this.partitions), this.id],
    );
    return new Set(rows.map(({ partition }) => partition));
  }
}
