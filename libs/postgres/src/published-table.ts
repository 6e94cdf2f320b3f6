import type { PoolClient } from 'pg';
import type { LastRecord } from '#kafka/reading/last-records.js';

/**
 * A table of states that are published to a compacted topic, with the columns revision (grows with every change), body (null for removed
 * keys) and published.
 */
export interface PublishedTable {
  name: string;
  /** Column with the key of the records. */
  key: string;
  keyType: 'text' | 'uuid';
  /** Sequence of the revisions. */
  sequence: string;
  /** Whether the body is JSON with the revision as a property. */
  hasRevisionInBody?: boolean;
}

/** The state of a table just before its topic is read; later published records may be missing among those that are read. */
export interface TableBefore {
  /** Highest revision of all rows; 0 without rows. */
  revision: number;
  /** Keys of rows that are not published yet. */
  unpublished: string[];
}

/** A key that has a value on the topic but no row in the table. */
export interface OrphanedKey {
  key: string;
  last: LastRecord;
}

/** The differences between a topic and its table. */
export interface TopicDifference {
  /** Keys of rows whose present revision is not the last one on the topic, so that they must be published again. */
  missing: string[];
  /**
   * Keys whose records are newer than their rows, because this database was restored from a backup. Their rows get new revisions, and must
   * be published again. Includes orphans from after the backup.
   */
  newer: string[];
  /**
   * Keys without rows: an older record arrived after their published removal, or they were created after the backup from which this
   * database was restored.
   */
  orphans: OrphanedKey[];
}

/** @param turn key of the lock of the publishing instance, so that all acknowledged rows count as published */
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
 * Compares a topic with its table, and marks the differences for publishing. This is needed after a broker was lost or replaced, after an
 * older record arrived late and would be kept by compaction, and after this database was restored from a backup. An empty table has no
 * orphans, since it is a new database, or the wrong one.
 * @param last record of each key on the topic
 * @param before state of the table before the topic was read
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
  // A revision that this database has never used is from after the backup.
  const { rows: given } = await client.query<{ revision: number }>(`select last_value as revision from ${sequence}`);
  // Later revisions must be higher, since readers ignore records with a revision that they have seen.
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
