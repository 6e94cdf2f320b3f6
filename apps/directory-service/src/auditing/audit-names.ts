import type { Pool } from 'pg';

const REFERENCE = /^(?:person|token|share-link|poll|dashboard):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Each query searches only this workspace, so an id from another workspace gets no name. Nor does a view, which may be private. */
const NAMES = `
  select 'person:' || p.id as reference, coalesce(m.shown_name, p.name) as name from membership m
  join person p on p.id = m.person where m.workspace = $1 and m.person = any($2)
  union all select 'token:' || id, name from machine_token where workspaces @> array[$1] and id = any($2)
  union all select 'share-link:' || id, name from share_link where workspace = $1 and id = any($2)
  union all select 'poll:' || id, question from poll where workspace = $1 and id = any($2)
  union all select 'dashboard:' || id, name from dashboard where workspace = $1 and id = any($2)`;

/**
 * Names of subjects and targets in the audit of a workspace, such as `person:…` or `poll:…`; missing and removed ones are left out.
 */
export async function namesOf(pool: Pool, workspace: string, references: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(references.flatMap((reference) => REFERENCE.exec(reference)?.[1] ?? []));
  if (ids.size === 0) return new Map();
  const { rows } = await pool.query<{ reference: string; name: string }>(NAMES, [workspace, [...ids]]);
  return new Map(rows.map(({ reference, name }) => [reference, name]));
}
