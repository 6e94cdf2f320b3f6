import type { Pool } from 'pg';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { advanceOffsets, type OffsetMove, readOffsets, readShifts } from '#postgres/offsets.js';
import { CONSUMER } from '../storage/consumer.js';
import { raiseFloors } from '../storage/feed-floors.js';
import { writeTransaction } from '../storage/swap-lock.js';

export interface LogOfFeed {
  pool: Pool;
  /** First available offset of each partition of the topic. */
  logStarts: () => Promise<ReadonlyMap<number, number>>;
  /** Number in the feed of the topic's first partition. */
  first: number;
}

/**
 * Where reading continues in these partitions of the topic. A partition that was never read, and its feed, begin at the start of its
 * log, since this projection never had the records that the log has already dropped.
 * @returns offsets by partition of the topic, and the moves to the start, by partition of the feed
 * @throws OwnershipLostError
 */
export async function offsetsInLog(
  { pool, logStarts, first }: LogOfFeed,
  partitions: readonly number[],
): Promise<{ offsets: Map<number, number>; moves: OffsetMove[] }> {
  const own = partitions.map((partition) => first + partition);
  const stored = await readOffsets(pool, CONSUMER, own);
  const shifts = await readShifts(pool, CONSUMER, own);
  const unread = [...stored].filter(([partition, offset]) => offset === shifts.get(partition));
  const starts = unread.length > 0 ? await logStarts() : new Map<number, number>();
  const moves = unread
    .map(([partition, from]) => ({ partition, from, to: from + (starts.get(partition - first) ?? 0) }))
    .filter(({ from, to }) => to > from);
  if (moves.length > 0) {
    await writeTransaction(pool, async (client) => {
      if (!(await advanceOffsets(client, CONSUMER, moves))) throw new OwnershipLostError('Another owner has begun these partitions.');
      await raiseFloors(client, new Map(moves.map(({ partition, to }) => [partition, to])));
    });
  }
  for (const { partition, to } of moves) stored.set(partition, to);
  return { offsets: new Map([...stored].map(([partition, offset]) => [partition - first, offset])), moves };
}
