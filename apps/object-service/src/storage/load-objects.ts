import type { Pool, PoolClient } from 'pg';
import type { KeptObject } from '#object-rules/object.js';
import { textArray } from '#postgres/binary-array.js';
import { wholeState } from './stored-state.js';

/** The objects with these ids, in any workspace; of erased ones, the remaining data. */
export async function loadObjects(db: Pool | PoolClient, externalIds: readonly string[]): Promise<Map<string, KeptObject>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await db.query<{ external_id: string; state: KeptObject }>({
    name: 'load-objects',
    text: 'select external_id, state from object where external_id = any($1::text[])',
    values: [textArray(externalIds)],
  });
  return new Map(rows.map((row) => [row.external_id, wholeState(row.state)]));
}
