import type { Pool } from 'pg';

/** A table of states that a compacted topic is to hold: with the columns revision (grows with every change), body (null: gone) and published. */
export interface PublishedTable {
  name: string;
  /** The column that is the key of the records. */
  key: string;
  keyType: 'text' | 'uuid';
}

/**
 * Marks for publishing what a topic does not hold in its present revision: after a broker was lost, or replaced by a new one.
 * @param held revisions in the topic, by key
 * @returns how many rows
 */
export async function markMissing(pool: Pool, { name, key, keyType }: PublishedTable, held: ReadonlyMap<string, number>): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${name} s set published = false
     where published and body is not null
       and not exists (select 1 from unnest($1::${keyType}[], $2::bigint[]) as h(key, revision) where h.key = s.${key} and h.revision >= s.revision)`,
    [[...held.keys()], [...held.values()]],
  );
  return rowCount ?? 0;
}
