import type { Pool } from 'pg';

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
 * @param last revision of the last record in the topic, by key
 * @returns how many rows
 */
export async function markMissing(pool: Pool, { name, key, keyType }: PublishedTable, last: ReadonlyMap<string, number>): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${name} s set published = false
     where published and case when body is null
       then exists (select from unnest($1::${keyType}[], $2::bigint[]) as h(key, revision) where h.key = s.${key} and h.revision < s.revision)
       else not exists (select from unnest($1::${keyType}[], $2::bigint[]) as h(key, revision) where h.key = s.${key} and h.revision >= s.revision) end`,
    [[...last.keys()], [...last.values()]],
  );
  return rowCount ?? 0;
}
