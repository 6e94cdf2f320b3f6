import type { Erasures } from '../../changes/held-state.js';
import { oldestPiece, type PartitionedTable, pieceOf } from '../../storage/time-partitions.js';
import type { Stay } from './stay.js';

/** The stays whose change is kept in the history. */
export function retainedStays(stays: readonly Stay[], erased: Erasures, history: PartitionedTable, now: number): Stay[] {
  const oldest = oldestPiece(history, now);
  return stays.filter(
    ({ externalId, revision, receivedAt }) =>
      revision > (erased.get(externalId)?.revision ?? 0) && pieceOf(history, Date.parse(receivedAt)) >= oldest,
  );
}
