import type { PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import type { WrittenState } from '../changes/held-state.js';
import { writeStateRows } from '../objects/state-writer.js';
import { wordsChanged, writeSearchDue } from '../search/index/search-due.js';
import { CellChanges } from '../tiles/counts/cell-changes.js';

/**
 * Writes the states, and queues the changes for the counts by cell and the search.
 * @throws OwnershipLostError when a stored row has changed or moved, or a new object already has one
 */
export async function writeStates(client: PoolClient, objects: readonly WrittenState[]): Promise<void> {
  const { known, fresh } = await writeStateRows(client, objects);
  const cells = new CellChanges();
  const due: ObjectState[] = [];
  for (const { state, before } of known) {
    if (before === undefined) continue;
    cells.add(before, state);
    if (wordsChanged(before, state)) due.push(state);
  }
  for (const { state } of fresh) {
    cells.add(undefined, state);
    due.push(state);
  }
  await cells.write(client);
  await writeSearchDue(client, due);
}
