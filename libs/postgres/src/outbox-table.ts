import type { Pool, PoolClient } from 'pg';
import { int4Array, int8Array } from './binary-array.js';
import { textIn } from './packed-text.js';

/** A row of the outbox, with the events of one commit for one partition. */
export interface OutboxKey {
  partition: number;
  /** Position among the rows of its partition; grows with each commit. */
  upto: number;
}

export interface OutboxEntry extends OutboxKey {
  /** Number of records; null for rows from before it was counted. */
  events: number | null;
}

export interface OutboxRow extends OutboxEntry {
  payload: string;
}

/** How far a partition is published. */
export interface PublishedProgress {
  /** Position of the last row whose events are on the topic. */
  eventsUpto: number;
  /** End of the log after these events; null if unknown; `LOST` if some of them were lost. */
  eventsEnd: number | null;
}

/** States that the rows of a partition up to `upto` are on the topic, whose log ended at `end` after them. */
export interface PublishedRows {
  partition: number;
  upto: number;
  end: number;
}

/** An impossible end of a log, which marks that some records were lost and are not published again yet. */
export const LOST = Number.MAX_SAFE_INTEGER;

export interface OutboxTableOptions {
  /** Name of the consumer whose rows in `partition_offset` have the published positions. */
  consumer: string;
  /** Column of `outbox` that orders the rows of a partition. */
  place: 'upto' | 'id';
  /** SQL condition on a row `o` of `partition_offset` for storing `p.upto` in it. */
  recordedOnlyIf?: string;
}

/** The table `outbox` of a service, and its published positions. */
export class OutboxTable {
  constructor(
    private readonly db: Pool | PoolClient,
    private readonly options: OutboxTableOptions,
  ) {}

  /** All rows of these partitions without their payloads, oldest of each partition first. */
  async entries(partitions: readonly number[]): Promise<OutboxEntry[]> {
    const { place } = this.options;
    const text = `select partition, ${place} as upto, events from outbox where partition = any($1::int[]) order by ${place}, partition`;
    return (await this.db.query<OutboxEntry>(text, [int4Array(partitions)])).rows;
  }

  /** Those of these rows that exist, oldest first. */
  async rows(keys: readonly OutboxKey[]): Promise<OutboxRow[]> {
    const { place } = this.options;
    const { rows } = await this.db.query<OutboxEntry & { body: Buffer }>({
      name: 'read-outbox-rows',
      text: `select o.partition, o.${place} as upto, coalesce(o.body, convert_to(o.payload, 'UTF8')) as body, o.events
             from unnest($1::int[], $2::bigint[]) as k (partition, upto)
             join outbox o on o.partition = k.partition and o.${place} = k.upto order by o.${place}, o.partition`,
      values: arraysOf(keys),
    });
    return rows.map(({ body, ...entry }) => ({ ...entry, payload: textIn(body) }));
  }

  async delete(keys: readonly OutboxKey[]): Promise<void> {
    await this.db.query({
      name: 'delete-outbox',
      text: `delete from outbox o using unnest($1::int[], $2::bigint[]) as k (partition, upto)
        where o.partition = k.partition and o.${this.options.place} = k.upto`,
      values: arraysOf(keys),
    });
  }

  /** The progress of those of these partitions that have a row in `partition_offset`. */
  async progress(partitions: readonly number[]): Promise<Map<number, PublishedProgress>> {
    const { rows } = await this.db.query<{ partition: number; events_upto: number; events_end: number | null }>(
      'select partition, events_upto, events_end from partition_offset where consumer = $1 and partition = any($2::int[])',
      [this.options.consumer, int4Array(partitions)],
    );
    return new Map(rows.map((row) => [row.partition, { eventsUpto: row.events_upto, eventsEnd: row.events_end }]));
  }

  /** Marks that records of this partition were lost, for any owner, until the next published position is stored. */
  async noteLost(partition: number): Promise<void> {
    await this.db.query(`update partition_offset set events_end = ${LOST} where consumer = $1 and partition = $2`, [
      this.options.consumer,
      partition,
    ]);
  }

  async notePublished(published: readonly PublishedRows[]): Promise<void> {
    const { consumer, recordedOnlyIf } = this.options;
    const [partitions, uptos] = arraysOf(published);
    await this.db.query({
      name: 'note-published-events',
      text: `update partition_offset o set events_upto = p.upto, events_end = p.log_end
             from unnest($2::int[], $3::bigint[], $4::bigint[]) as p (partition, upto, log_end)
             where o.consumer = $1 and o.partition = p.partition
               and o.events_upto <= p.upto${recordedOnlyIf ? ` and ${recordedOnlyIf}` : ''}`,
      values: [consumer, partitions, uptos, int8Array(published.map(({ end }) => end))],
    });
  }
}

function arraysOf(keys: readonly OutboxKey[]): [Buffer, Buffer] {
  return [int4Array(keys.map(({ partition }) => partition)), int8Array(keys.map(({ upto }) => upto))];
}
