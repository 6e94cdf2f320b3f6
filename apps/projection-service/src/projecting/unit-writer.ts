import type { PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { inOrder } from '#postgres/in-order.js';
import type { WrittenState } from '../changes/held-state.js';
import { writeStateRows } from '../objects/state-writer.js';
import { wordsChanged, writeSearchDue } from '../search/index/search-due.js';
import { CellChanges } from '../tiles/counts/cell-changes.js';

/**
 * Writes the states, and queues the changes for the counts by cell and the search.
 * @throws OwnershipLostError when a stored row has changed or moved, or a new object already has one
 */
export async function writeStates(client: PoolClient, objects: readonly WrittenState[]): Promise<void> {
  const rows = writeStateRows(client, objects);
  const fresh = objects.some(({ isNew }) => isNew) ? await rows : [];
  const cells = new CellChanges();
  const due: ObjectState[] = [];
  for (const { state, before, isNew } of objects) {
    if (isNew || before === undefined) continue;
    cells.add(before, state);
    if (wordsChanged(before, state)) due.push(state);
  }
  for (const { state } of fresh) {
    cells.add(undefined, state);
    due.push(state);
  }
  await inOrder([rows, cells.write(client), writeSearchDue(client, due)]);
}
