import type { PoolClient } from 'pg';
import type { Erasures } from '../changes/held-state.js';
import { deleteHistories } from '../history/rows/history-erasures.js';
import { deleteStates, noteErased } from '../objects/state-erasures.js';
import { writeSearchDue } from '../search/index/search-due.js';
import { CellChanges } from '../tiles/counts/cell-changes.js';

/** Deletes the states and histories of these objects, and stores their erasure and the changes for counts by cell and the search. */
export async function writeErasures(client: PoolClient, erasures: Erasures): Promise<void> {
  if (erasures.size === 0) return;
  const erased = [...erasures.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const cells = new CellChanges();
  for (const { workspace, type, archived, lat, lon, fields } of await deleteStates(client, erased))
    cells.add({ workspace, type: type ?? undefined, archived, position: { lat, lon }, fields }, undefined);
  await cells.write(client);
  await writeSearchDue(client, erased);
  await noteErased(client, erased, await deleteHistories(client, erased));
}
