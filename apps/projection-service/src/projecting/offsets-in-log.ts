import type { Pool } from 'pg';
import { OwnershipLostError } from '#kafka/unit-processor.js';
import { advanceOffsets, type OffsetMove, readOffsets } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import { holdOffSwap } from '../tables/swap-lock.js';
import { raiseFloors } from './unit-writer.js';

/** Name of the projection in `partition_offset`: of its partitions of the feed, which are those of object.events and, behind them, those of area.events. */
export const CONSUMER = 'projection';

export interface LogOfFeed {
  pool: Pool;
  /** First offset that the log still has, of each partition of the topic. */
  logStarts: () => Promise<ReadonlyMap<number, number>>;
  /** Number in the feed of the topic's first partition. */
  first: number;
}

/**
 * Where these partitions of the topic go on. One of which nothing was read begins where its log does: a log that has lost its
 * beginning to the retention would look like one that lost records.
 * @returns by partition of the topic, and the moves to the beginning that there were, by partition of the feed
 * @throws OwnershipLostError
 */
export async function offsetsInLog({ pool, logStarts, first }: LogOfFeed, partitions: readonly number[]): Promise<{ offsets: Map<number, number>; moves: OffsetMove[] }> {
  const stored = await readOffsets(pool, CONSUMER, partitions.map((partition) => first + partition));
  const unread = [...stored].filter(([, offset]) => offset === 0).map(([partition]) => partition);
  const starts = unread.length > 0 ? await logStarts() : new Map<number, number>();
  const moves = unread.map((partition) => ({ partition, from: 0, to: starts.get(partition - first) ?? 0 })).filter(({ to }) => to > 0);
  if (moves.length > 0) {
    await inTransaction(pool, async (client) => {
      await holdOffSwap(client);
      if (!(await advanceOffsets(client, CONSUMER, moves))) throw new OwnershipLostError('Another owner has begun these partitions.');
      await raiseFloors(client, new Map(moves.map(({ partition, to }) => [partition, to])));
    });
  }
  for (const { partition, to } of moves) stored.set(partition, to);
  return { offsets: new Map([...stored].map(([partition, offset]) => [partition - first, offset])), moves };
}
