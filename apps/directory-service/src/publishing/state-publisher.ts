import type { Pool } from 'pg';
import { REVISION_HEADER } from '#contracts/directory/records.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { lastRecords } from '#kafka/last-records.js';
import { topicName } from '#kafka/topics.js';
import type { PublishedTable } from '#postgres/published-table.js';
import { RowPublisher } from '#postgres/row-publisher.js';
import type { Logger } from '#telemetry/logger.js';
import { ORDER_LOCK } from '../storage/change-set.js';

const ROWS_AT_ONCE = 500;
/** What `directory.state` is to hold. */
const STATE_RECORDS: PublishedTable = { name: 'state_record', key: 'key', keyType: 'text' };

interface Row {
  key: string;
  revision: number;
  body: string | null;
}

/** Brings `state_record` to `directory.state`. */
export type StatePublisher = RowPublisher<Row>;

export function statePublisher(pool: Pool, producer: Pick<CoalescingProducer, 'send'>, kafka: KafkaConnection, topicPrefix: string, logger: Logger): StatePublisher {
  const topic = topicName(topicPrefix, 'directory.state');
  return new RowPublisher<Row>({
    pool,
    producer,
    table: STATE_RECORDS,
    columns: 'body',
    recordOf: ({ key, revision, body }) => ({ topic, partition: 0, key, value: body, headers: { [REVISION_HEADER]: String(revision) } }),
    rowsAtOnce: ROWS_AT_ONCE,
    lastRecords: () => lastRecords(kafka, topic, REVISION_HEADER, logger),
    insertRemoved: async (client, orphans) => {
      await client.query(ORDER_LOCK);
      await client.query(`insert into state_record (key, revision, body) select key, nextval('state_revision'), null from unnest($1::text[]) as o(key) on conflict (key) do nothing`, [orphans.map(({ key }) => key)]);
    },
    turn: 'waymark.directory.publish',
    logger,
  });
}
