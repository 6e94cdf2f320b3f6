import type { PoolClient } from 'pg';
import type { LastRecord } from '#kafka/reading/last-records.js';

/**
 * A table of states that a compacted topic is to hold: with the columns revision (grows with every change), body (null:
 * gone) and published.
 */
export interface PublishedTable {
  name: string;
  /** The column that is the key of the records. */
  key: string;
  keyType: 'text' | 'uuid';
  /** What revisions are taken from. */
  sequence: string;
  /** The body is JSON that has the revision as a member. */
  hasRevisionInBody?: boolean;
}

/** A table just before its topic was read: what is published from then on need not be among the records that were read. */
export interface TableBefore {
  /** The highest of all rows; 0: there are none. */
  revision: number;
  /** Keys of rows that were not published yet. */
  unpublished: string[];
}

/** A key that a topic holds with a value, although no row has it. */
export interface OrphanedKey {
  key: string;
  last: LastRecord;
}

/** How a topic differed from its table. */
export interface TopicDifference {
  /** Keys of rows whose present revision was not the last one on the topic: they must be published again. */
  missing: string[];
  /**
   * Keys whose records were newer than their rows, because this database was restored from a backup. Their rows have
   * new revisions, and must be published again. The orphans that were made after the backup are among them.
   */
  newer: string[];
  /**
   * Keys whose rows are gone, as their removal was published, and behind it an older record has landed; or that were
   * made after a backup that was restored.
   */
  orphans: OrphanedKey[];
}

/** @param turn key of the lock of the copy that publishes rows: what the broker has acknowledged counts as published */
export async function tableBefore(client: PoolClient, { name, key }: PublishedTable, turn: string): Promise<TableBefore> {
  await client.query(`select pg_advisory_xact_lock(hashtext($1::text || '.' || current_schema()))`, [turn]);
  const { rows } = await client.query<TableBefore>(
    `select coalesce(max(revision), 0)::bigint as revision,
       coalesce(array_agg(${key}::text) filter (where not published), '{}') as unpublished
     from ${name}`,
  );
  return rows[0]!;
}

/**
 * Compares a topic with the table that it is a copy of, and marks the differences for publishing: after a broker was lost
 * or replaced by a new one, where an older record came late, after a newer one, and compaction would keep it, and after
 * this database was restored from a backup. An empty table has no orphans: it is the wrong database, or a new one.
 * @param last record of each key in the topic
 * @param before the topic was read
 */
export async function compareWithTopic(
  client: PoolClient,
  { name, key, keyType, sequence, hasRevisionInBody }: PublishedTable,
  last: ReadonlyMap<string, LastRecord>,
  before: TableBefore,
): Promise<TopicDifference> {
  const records = [...last.values()];
  const values = [[...last.keys()], records.map(({ revision }) => revision)];
  const topic = `unnest($1::${keyType}[], $2::bigint[]) as h(key, revision)`;
  const highest = records.reduce((most, { revision }) => Math.max(most, revision), 0);
  // A revision that this database has never given is from after the backup.
  const { rows: given } = await client.query<{ revision: number }>(`select last_value as revision from ${sequence}`);
  // Readers take nothing whose revision they have seen.
  await client.query(`select setval('${sequence}', $1::bigint) from ${sequence} where last_value < $1::bigint`, [highest]);
  const { rows: newer } = await client.query<{ key: string }>(
    `update ${name} s set published = false,
      revision = n.revision${hasRevisionInBody ? ", body = (s.body::jsonb || jsonb_build_object('revision', n.revision))::json" : ''}
     from (select h.key, nextval('${sequence}') as revision from ${topic} join ${name} t on t.${key} = h.key
     where t.revision < h.revision) n
     where s.${key} = n.key returning s.${key}::text as key`,
    values,
  );
  const { rows: missing } = await client.query<{ key: string }>(
    `update ${name} s set published = false
     where published and revision <= $3 and not exists (select from unnest($4::${keyType}[]) as u(key) where u.key = s.${key})
     and case when body is null
       then exists (select from ${topic} where h.key = s.${key} and h.revision < s.revision)
       else not exists (select from ${topic} where h.key = s.${key} and h.revision >= s.revision) end
     returning s.${key}::text as key`,
    [...values, before.revision, before.unpublished],
  );
  const held = [...last].filter(([, { removed }]) => !removed).map(([each]) => each);
  const { rows: orphans } = await client.query<{ key: string }>(
    `select h.key::text as key from unnest($1::${keyType}[]) as h(key)
     where exists (select from ${name}) and not exists (select from ${name} s where s.${key} = h.key)`,
    [held],
  );
  const without = orphans.map((row) => ({ key: row.key, last: last.get(row.key)! }));
  const made = without.filter((orphan) => orphan.last.revision > given[0]!.revision);
  return {
    missing: missing.map((row) => row.key),
    newer: [...newer, ...made].map((each) => each.key),
    orphans: without,
  };
}
