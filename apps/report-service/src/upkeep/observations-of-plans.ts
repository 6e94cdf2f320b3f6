import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { DAY_MS } from '../tables/observation-pieces.js';

/** Rows that go in one statement. */
const ROWS = 50_000;

/** Takes away observations that a workspace's plan does not keep (`historyDays`): they are its objects' history. Sums stay. Reads old pieces whole: once a day is enough. */
export async function pruneObservations(pool: Pool, copy: DirectoryCopy, observationDays: number, now: number, stopping: AbortSignal): Promise<number> {
  const short = [...copy.knownWorkspaces].flatMap(({ id }) => {
    const days = copy.limitsOf(id).historyDays;
    return days !== null && days < observationDays ? [{ id, before: now - days * DAY_MS }] : [];
  });
  let deleted = 0;
  for (const { id, before } of short) {
    for (let rows = ROWS; rows === ROWS; stopping.throwIfAborted()) {
      const { rowCount } = await pool.query(
        `delete from observation where (external_id, at, revision) in (
           select external_id, at, revision from observation where at < $2 and facet = any(array(select id from facet where workspace = $1)) limit ${ROWS})`,
        [id, before],
      );
      rows = rowCount ?? 0;
      deleted += rows;
    }
  }
  return deleted;
}
