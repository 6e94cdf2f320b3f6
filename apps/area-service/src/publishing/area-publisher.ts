import type { Pool } from 'pg';
import { areaStateHeaders } from '#contracts/areas/area-headers.js';
import { AREA_REVISION_HEADER } from '#contracts/areas/area-record.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { lastRevisions } from '#kafka/last-revisions.js';
import { topicName } from '#kafka/topics.js';
import type { PublishedTable } from '#postgres/published-table.js';
import { RowPublisher } from '#postgres/row-publisher.js';
import type { Logger } from '#telemetry/logger.js';

/** A row may be of half a megabyte. */
const ROWS_AT_ONCE = 64;
/** What `area.state` is to hold. */
const AREAS: PublishedTable = { name: 'area', key: 'area_id', keyType: 'uuid' };

interface Row {
  area_id: string;
  workspace: string;
  revision: number;
  body: string | null;
  updated_at: Date;
}

/** Brings rows of `area` to `area.state`. */
export type AreaPublisher = RowPublisher<Row>;

export function areaPublisher(pool: Pool, producer: Pick<CoalescingProducer, 'send'>, kafka: KafkaConnection, topicPrefix: string, logger: Logger): AreaPublisher {
  const topic = topicName(topicPrefix, 'area.state');
  return new RowPublisher<Row>({
    pool,
    producer,
    table: AREAS,
    columns: 'workspace, body::text, updated_at',
    recordOf: ({ area_id: areaId, workspace, revision, body, updated_at }) => ({ topic, partition: 0, key: areaId, value: body, headers: { ...areaStateHeaders({ areaId, workspace, revision, updatedAt: updated_at.toISOString() }) } }),
    rowsAtOnce: ROWS_AT_ONCE,
    lastRevisions: () => lastRevisions(kafka, topic, AREA_REVISION_HEADER, logger),
    turn: 'waymark.area.publish',
    logger,
  });
}
