import type { Pool } from 'pg';
import { areaStateHeaders } from '#contracts/areas/area-headers.js';
import { AREA_REVISION_HEADER } from '#contracts/areas/area-record.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { lastRecords } from '#kafka/reading/last-records.js';
import { LogWatch } from '#kafka/reading/log-watch.js';
import { topicName } from '#kafka/topics/topics.js';
import type { PublishedTable } from '#postgres/published-table.js';
import { RowPublisher } from '#postgres/row-publisher.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';

/** One row can have half a megabyte. */
const ROWS_AT_ONCE = 64;
/** Orders all changes across all instances of this service. */
export const ORDER_LOCK = `select pg_advisory_xact_lock(hashtext('waymark.area.order.' || current_schema()))`;
/** The rows that `area.state` must contain. */
const AREAS: PublishedTable = { name: 'area', key: 'area_id', keyType: 'uuid', sequence: 'area_revision', hasRevisionInBody: true };

interface Row {
  area_id: string;
  workspace: string;
  revision: number;
  body: string | null;
  updated_at: Date;
}

/** Publishes rows of `area` to `area.state`. */
export class AreaPublisher extends RowPublisher<Row> {
  constructor(
    pool: Pool,
    producer: Pick<CoalescingProducer, 'send'>,
    kafka: KafkaConnection,
    topicPrefix: string,
    logger: Logger,
    metrics: Registry,
  ) {
    const topic = topicName(topicPrefix, 'area.state');
    super({
      pool,
      producer,
      table: AREAS,
      topic,
      columns: 'workspace, body::text, updated_at',
      recordOf: ({ area_id: areaId, workspace, revision, body, updated_at }) => ({
        topic,
        partition: 0,
        key: areaId,
        value: body,
        headers: { ...areaStateHeaders({ areaId, workspace, revision, updatedAt: updated_at.toISOString() }) },
      }),
      rowsAtOnce: ROWS_AT_ONCE,
      lastRecords: () => lastRecords(kafka, topic, AREA_REVISION_HEADER, logger),
      watch: (onChance) => new LogWatch({ kafka, topic, logger, onChance }),
      orderLock: ORDER_LOCK,
      insertRemoved: async (client, orphans) => {
        await client.query(
          `insert into area (area_id, workspace, revision, outline_revision, updated_at)
         select area_id, workspace, revision, revision, now()
         from (select o.*, nextval('area_revision') as revision
         from unnest($1::uuid[], $2::text[]) as o(area_id, workspace)) as n on conflict (area_id) do nothing`,
          [orphans.map(({ key }) => key), orphans.map(({ last }) => last.workspace ?? '')],
        );
      },
      turn: 'waymark.area.publish',
      logger,
      metrics,
    });
  }
}
