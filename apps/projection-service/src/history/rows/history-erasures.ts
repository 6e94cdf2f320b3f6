import type { PoolClient } from 'pg';
import type { ErasedObject } from '#object-rules/object.js';
import { int8Array } from '#postgres/binary-array.js';
import { objectKeys } from '../../changes/object-keys.js';

const REVISIONS = 'unnest($1::text[], $2::text[], $3::bigint[]) as k (workspace, external_id, revision)';

/** $1 ids, $2 most rows to count. */
const COUNT_HISTORY = 'select count(*)::int as count from (select from history where external_id = any($1::text[]) limit $2) h';

/** $1 workspaces, $2 ids, $3 the last revisions to delete; the same in the following statements. */
const DELETE_HISTORY = `delete from history h using ${REVISIONS} where h.external_id = k.external_id
  and h.workspace = k.workspace and h.revision <= k.revision`;

/** A held object cannot be erased; after the release, its erasure deletes the kept rows as well. */
const DELETE_KEPT = `delete from history_kept h using ${REVISIONS} where h.external_id = k.external_id
  and h.workspace = k.workspace and h.revision <= k.revision`;

/** Deletes the presence of the same changes. */
const DELETE_PRESENCE = `delete from presence p using ${REVISIONS} where p.external_id = k.external_id
  and p.workspace = k.workspace and p.revision <= k.revision`;

/** Most rows that a unit deletes. More would delay it, and beyond the statement timeout it could never commit. */
const MAX_HISTORY_ROWS = 20_000;

/**
 * Deletes the histories of erased objects. Histories that are too large for this transaction can no longer be read, and are deleted
 * later (history-leftovers.ts). @returns whether history is left
 */
export async function deleteHistories(client: PoolClient, erased: readonly ErasedObject[]): Promise<boolean> {
  const [workspaces, ids] = objectKeys(erased);
  const values = [workspaces, ids, int8Array(erased.map(({ revision }) => revision))];
  const { rows } = await client.query<{ count: number }>({
    name: 'count-history',
    text: COUNT_HISTORY,
    values: [ids, MAX_HISTORY_ROWS + 1],
  });
  const isLeft = rows[0]!.count > MAX_HISTORY_ROWS;
  if (!isLeft) {
    await client.query({ name: 'delete-history', text: DELETE_HISTORY, values });
    await client.query({ name: 'delete-presence', text: DELETE_PRESENCE, values });
  }
  await client.query({ name: 'delete-kept', text: DELETE_KEPT, values });
  return isLeft;
}
