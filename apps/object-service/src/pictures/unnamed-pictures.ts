import type { Pool } from 'pg';
import { textArray } from '#postgres/binary-array.js';
import type { IsHeld } from '../holds/workspace-holds.js';

const SWEPT_AT_ONCE = 200;
const OLD = `kept_at < now() - interval '1 day'`;

/**
 * Deletes pictures that no state names, such as replaced ones and those of refused edits, once they are a day old: until then, an edit
 * or its undo may name them. Pictures of an object under a legal hold, its own or that of its workspace, stay.
 * @returns number of deleted pictures
 */
export async function sweepUnnamedPictures(pool: Pool, isHeld: IsHeld): Promise<number> {
  const { rows } = await pool.query<{ workspace: string }>(`select distinct workspace from picture where ${OLD}`);
  const free = rows.map(({ workspace }) => workspace).filter((workspace) => isHeld(workspace) === false);
  for (let swept = 0; ;) {
    const { rowCount } = await pool.query(SWEEP, [textArray(free), SWEPT_AT_ONCE]);
    swept += rowCount ?? 0;
    if ((rowCount ?? 0) < SWEPT_AT_ONCE) return swept;
  }
}

/** Checks the age again in the locked row, since an edit may have renewed it. */
const SWEEP = `
  delete from picture p using (
    select c.external_id, c.sha256 from picture c left join object o on o.external_id = c.external_id and o.workspace = c.workspace
    where c.${OLD} and c.workspace = any($1::text[]) and o.state->>'picture' is distinct from c.sha256 and o.state->'hold' is null
    limit $2) u
  where p.external_id = u.external_id and p.sha256 = u.sha256 and p.${OLD}`;
