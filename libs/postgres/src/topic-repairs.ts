import type { PoolClient } from 'pg';

/** The last difference of each kind between a topic of states and its table; `keys` are some of the keys. */
export const repairsMigrationSql = [
  `create table topic_repair (
     topic text not null,
     older_database boolean not null,
     records int not null,
     keys text[] not null,
     repaired_at timestamptz not null default clock_timestamp(),
     primary key (topic, older_database)
   )`,
] as const;

export interface TopicRepair {
  /** The topic with its prefix. */
  topic: string;
  /** True if the database was older than the topic; false if the topic lacked records. */
  older_database: boolean;
  records: number;
  keys: string[];
}

/** Stores a repair for an operator's diagnosis, in place of the last one of its kind. */
export async function noteRepair(client: PoolClient, { topic, older_database: isOlder, records, keys }: TopicRepair): Promise<void> {
  await client.query(
    `insert into topic_repair (topic, older_database, records, keys) values ($1, $2, $3, $4)
     on conflict (topic, older_database) do update set records = excluded.records, keys = excluded.keys, repaired_at = clock_timestamp()`,
    [topic, isOlder, records, keys],
  );
}
