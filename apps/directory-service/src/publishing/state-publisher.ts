import type { Pool, PoolClient } from 'pg';
import { REVISION_HEADER } from '#contracts/directory/records.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { type LastRecord, lastRecords } from '#kafka/reading/last-records.js';
import { LogWatch } from '#kafka/reading/log-watch.js';
import { topicName } from '#kafka/topics/topics.js';
import type { PublishedTable } from '#postgres/published-table.js';
import { RowPublisher } from '#postgres/row-publisher.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { ORDER_LOCK } from './change-set.js';

const ROWS_AT_ONCE = 500;
/** The table whose rows `directory.state` must contain. */
const STATE_RECORDS: PublishedTable = { name: 'state_record', key: 'key', keyType: 'text', sequence: 'state_revision' };

interface Row {
  key: string;
  revision: number;
  body: string | null;
}

/** Publishes rows of `state_record` to `directory.state`. */
export class StatePublisher extends RowPublisher<Row> {
  constructor(
    pool: Pool,
    producer: Pick<CoalescingProducer, 'send'>,
    kafka: KafkaConnection,
    topicPrefix: string,
    logger: Logger,
    metrics: Registry,
  ) {
    const topic = topicName(topicPrefix, 'directory.state');
    super({
      pool,
      producer,
      table: STATE_RECORDS,
      topic,
      columns: 'body',
      recordOf: ({ key, revision, body }) => ({ topic, partition: 0, key, value: body, headers: { [REVISION_HEADER]: String(revision) } }),
      rowsAtOnce: ROWS_AT_ONCE,
      lastRecords: () => lastRecords(kafka, topic, REVISION_HEADER, logger, isRevocation),
      watch: (onChance) => new LogWatch({ kafka, topic, logger, onChance }),
      orderLock: ORDER_LOCK,
      keepNewer: keepRevocations,
      insertRemoved: async (client, orphans) => {
        await client.query(
          `insert into state_record (key, revision, body) select key, nextval('state_revision'), null
            from unnest($1::text[]) as o(key) on conflict (key) do nothing`,
          [orphans.map(({ key }) => key)],
        );
      },
      turn: 'waymark.directory.publish',
      logger,
      metrics,
    });
  }
}

const REVOCATION = 'revocation:';
const isRevocation = (key: string): boolean => key.startsWith(REVOCATION) || key.startsWith('cutoff:');

/**
 * Takes over revocations from the topic that a database restored from a backup lacks, so that these tokens stay revoked until they expire.
 * @returns number of these revocations
 */
async function keepRevocations(client: PoolClient, last: ReadonlyMap<string, LastRecord>): Promise<number> {
  const now = Date.now() / 1000;
  const valid = [...last].filter(
    ([, { value }]) => typeof value === 'string' && (JSON.parse(value) as { expiresAt: number }).expiresAt > now,
  );
  const { rows } = await client.query<{ key: string }>(
    `insert into state_record as s (key, revision, body, published) select key, revision, body, true
      from unnest($1::text[], $2::bigint[], $3::text[]) as n (key, revision, body)
     on conflict (key) do update set revision = excluded.revision, body = excluded.body, published = true
     where s.revision < excluded.revision
     returning key`,
    [valid.map(([key]) => key), valid.map(([, { revision }]) => revision), valid.map(([, { value }]) => value)],
  );
  const tokens = rows.filter(({ key }) => key.startsWith(REVOCATION)).map(({ key }) => key.slice(REVOCATION.length));
  await client.query('update machine_token set revoked_at = now() where id::text = any($1::text[]) and revoked_at is null', [tokens]);
  return rows.length;
}
