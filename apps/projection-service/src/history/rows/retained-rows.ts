import { PoisonError } from '#kafka/units/unit-processor.js';
import type { IncomingLine } from '../../changes/change-line.js';
import type { Erasures } from '../../changes/held-state.js';
import type { IncomingChange } from '../../changes/incoming-change.js';
import { FUTURE_MS, retainedTimes } from '../../storage/retained-times.js';
import { oldestPiece, type PartitionedTable, pieceOf } from '../../storage/time-partitions.js';

/**
 * The lines of a unit that the history keeps. Left out are events beyond the retention, which a rebuild may read, and changes of objects
 * that are erased in the unit.
 * @throws PoisonError for a change received in the future
 */
export function retainedLines(lines: readonly IncomingLine[], erased: Erasures, history: PartitionedTable, now: number): IncomingLine[] {
  const oldest = oldestPiece(history, now);
  return lines.filter(({ incoming: { record, change } }) => {
    const received = Date.parse(change.receivedAt);
    if (received > now + FUTURE_MS) throw new PoisonError(record, 'receivedAt is more than a day in the future.');
    if (erased.size > 0 && change.revision <= (erased.get(change.externalId)?.revision ?? 0)) return false;
    return pieceOf(history, received) >= oldest;
  });
}

/** The times of a unit's rows, one per day, for which pieces must exist. */
export function historyTimesOf(incoming: readonly IncomingChange[], history: PartitionedTable, now: number): number[] {
  const received = new Set<string>();
  for (const { change } of incoming) received.add(change.receivedAt.slice(0, 10));
  return retainedTimes(
    history,
    [...received].map((day) => Date.parse(day)),
    now,
  );
}
