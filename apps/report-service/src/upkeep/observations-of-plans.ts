import type { DirectoryCopy } from '#directory/directory-copy.js';
import { HOUR_MS } from '../folding/quarter.js';
import { DAY_MS } from '../tables/observation-pieces.js';
import type { BatchedDeletes, Deleted } from './batched-deletes.js';

/**
 * Deletes the data of single objects beyond the retention of a workspace's plan (`historyDays`), by whole hours: observations, and the heat
 * derived from them. Heat is deleted first, since the erasure of an object finds its heat by its observations. Sums stay. It reads old
 * pieces completely, so once a day is enough.
 */
export async function pruneObservations(
  batches: BatchedDeletes,
  copy: DirectoryCopy,
  observationDays: number,
  now: number,
): Promise<Deleted> {
  const all: Deleted = { rows: 0, complete: true };
  for (const { id } of copy.knownWorkspaces) {
    const days = copy.limitsOf(id).historyDays;
    if (days === null || days >= observationDays) continue;
    const hour = Math.floor((now - days * DAY_MS) / HOUR_MS);
    const heat = await batches.delete('heat', 'workspace = $1 and hour < $2', [id, hour]);
    const observations = heat.complete
      ? await batches.delete('observation', 'at < $2 and facet = any(array(select id from facet where workspace = $1))', [
          id,
          hour * HOUR_MS,
        ])
      : { rows: 0, complete: false };
    all.rows += heat.rows + observations.rows;
    all.complete &&= observations.complete;
  }
  return all;
}
