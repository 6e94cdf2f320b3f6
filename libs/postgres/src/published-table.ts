import type { Pool } from 'pg';
import type { LastRecord } from '#kafka/last-records.js';

/** A table of states that a compacted topic is to hold: with the columns revision (grows with every change), body (null: gone) and published. */
export interface PublishedTable {
  name: string;
  /** The column that is the key of the records. */
  key: string;
  keyType: 'text' | 'uuid';
}

/**
 * Marks for publishing what a topic does not end with in its present revision: after a broker was lost or replaced by a new one, or where an older
 * record came late, behind a newer one, and compaction would keep it.
 * @param last record of each key in the topic
 * @returns how many rows
 */
export async function markMissing(pool: Pool, { name, key, keyType }: PublishedTable, last: ReadonlyMap<string, LastRecord>): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${name} s set published = false
     where published and case when body is null
       then exists (select from unnest($1::${keyType}[], $2::bigint[]) as h(key, revision) where h.key = s.${key} and h.revision < s.revision)
       else not exists (select from unnest($1::${keyType}[], $2::bigint[]) as h(key, revision) where h.key = s.${key} and h.revision >= s.revision) end`,
    [[...last.keys()], Array.from(last.values(), ({ revision }) => revision)],
  );
  return rowCount ?? 0;
}

/** A key that a topic holds with a value, although no row has it. */
export interface OrphanedKey {
  key: string;
  last: LastRecord;
}

/** Keys whose rows are gone, as their removal was published, and behind it an older record has landed. @param last record of each key in the topic */
export async function orphanedKeys(pool: Pool, { name, key, keyType }: PublishedTable, last: ReadonlyMap<string, LastRecord>): Promise<OrphanedKey[]> {
  const held = [...last].filter(([, { removed }]) => !removed).map(([each]) => each);
  const { rows } = await pool.query<{ key: string }>(
    `select h.key::text as key from unnest($1::${keyType}[]) as h(key) where not exists (select from ${name} s where s.${key} = h.key)`,
    [held],
  );
  return rows.map((row) => ({ key: row.key, last: last.get(row.key)! }));
}
