import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { commitChannel } from '../storage/commits/commit-listener.js';
import { everySlot } from '../storage/commits/commit-signal.js';
import { CONSUMER } from '../storage/consumer.js';
import { keepWritersOut } from '../storage/swap-lock.js';

/** Longest wait for current writers, in which new writers wait as well. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 10;

export const formerOf = (schema: string): string => `${schema}_former`;
export const nextOf = (schema: string): string => `${schema}_next`;

/** Number of offsets by which the new projection is behind the former one; 0 if no partition is behind. */
export async function lagOf(db: Pool | PoolClient, schema: string): Promise<number> {
  const { rows } = await db.query<{ behind: string }>(
    `select coalesce(sum(greatest(0, a.next_offset - a.log_shift - coalesce(b.next_offset - b.log_shift, 0))), 0) as behind
     from ${schema}.partition_offset a left join ${nextOf(schema)}.partition_offset b using (consumer, partition) where a.consumer = $1`,
    [CONSUMER],
  );
  return Number(rows[0]?.behind ?? 0);
}

/** Makes the new projection number changes like the former one, so that cursors stay valid even after a log was read again. */
export async function beginLike(db: Pool, schema: string): Promise<void> {
  await db.query(
    `insert into ${nextOf(schema)}.partition_offset (consumer, partition, next_offset, log_shift, shifted_at)
     select consumer, partition, log_shift, log_shift, shifted_at from ${schema}.partition_offset where consumer = $1`,
    [CONSUMER],
  );
  await db.query(`insert into ${nextOf(schema)}.partition_break select * from ${schema}.partition_break`);
}

/** Whether a log was read again from an earlier offset during the rebuild, so that the projections number its changes differently. */
export async function numberedDifferently(client: Pool | PoolClient, schema: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ${schema}.partition_offset a join ${nextOf(schema)}.partition_offset b using (consumer, partition)
      where a.consumer = $1 and a.log_shift <> b.log_shift limit 1`,
    [CONSUMER],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Replaces the former projection by the new one in a single step. Writers are kept out meanwhile, so that the new one is not behind and
 * no cursor is ahead of it. Instances notice the swap at their next compare-and-set, and continue from the new offsets.
 * @param halt called when the new projection has caught up; stops its consumer, and copies data that is on no topic
 * @throws Error when it does not catch up in time, or numbers changes differently; nothing has changed then
 */
export async function swapSchemas(pool: Pool, schema: string, halt: (client: PoolClient) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '${TIMEOUT_MS}ms'`);
    await keepWritersOut(client, schema);
    const deadline = performance.now() + TIMEOUT_MS;
    while ((await lagOf(client, schema)) > 0) {
      if (performance.now() > deadline)
        throw new Error(
          `The new projection did not catch up within a pause of ${TIMEOUT_MS / 1000} s; the former one ` +
            'continues. Try again when there is less load.',
        );
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    if (await numberedDifferently(client, schema))
      throw new Error(
        'The broker lost records while the new projection was being built; the former one continues. Start the rebuild again.',
      );
    await halt(client);
    // The logs are the same, so cursors are valid in both.
    await client.query(`update ${nextOf(schema)}.feed_epoch set epoch = (select epoch from ${schema}.feed_epoch)`);
    await client.query(`alter schema ${schema} rename to ${formerOf(schema)}`);
    await client.query(`alter schema ${nextOf(schema)} rename to ${schema}`);
    // Wakes all waiting readers.
    await client.query('select pg_notify($1, $2)', [commitChannel(schema), everySlot().join(',')]);
  });
}
