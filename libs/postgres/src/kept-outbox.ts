import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { PublishedLog } from '#kafka/producing/published-log.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { Logger } from '#telemetry/logger.js';
import {
  LOST,
  type OutboxEntry,
  type OutboxKey,
  type OutboxRow,
  type OutboxTable,
  type PublishedProgress,
  type PublishedRows,
} from './outbox-table.js';

/** The events that the broker has lost. */
export interface LostEvents {
  publishedAgain: number;
  /** Number of lost events that are no longer kept, and so were not published again. */
  missing: number;
}

export interface KeptOutboxOptions {
  table: OutboxTable;
  producer: Pick<CoalescingProducer, 'send'>;
  /** The log of the topic of events, as the producer has written it. */
  log: PublishedLog;
  /** The records of a row, in order. */
  recordsOf: (row: OutboxRow) => OutgoingRecord[];
  /** Milliseconds for which events are kept after the acknowledgement; the broker must flush to its disk in that time. */
  retentionMs: number;
  logger: Logger;
  onLost: (counts: LostEvents, partition: number) => void;
  /** A sentence for the log, with the remedy if more events were lost than are kept. */
  advice: string;
  /**
   * Called when another process publishes some of the partitions. They must be assigned again (`take`), since both processes may believe
   * to own them.
   */
  onLeft: () => void;
}

/** A row whose events the broker has acknowledged. */
interface KeptRow {
  upto: number;
  /** End of the log after these events; undefined if unknown. */
  end: number | undefined;
  /** Time of the acknowledgement by performance.now(). */
  at: number;
}

const ROWS_AT_ONCE = 8;
/** Most records per send, since one commit may have more events than the producer accepts at once. */
const RECORDS_PER_SEND = 2000;
/** Shortest interval for reading the ends of the logs, which decide about the kept rows of idle partitions. */
const LOOK_EVERY_MS = 2000;

/** @param rows oldest first @param end of the log after the last row, or later if some events were sent twice */
function keptRows(rows: readonly OutboxEntry[], end: number | null): KeptRow[] {
  const at = performance.now();
  let behind = end ?? undefined;
  const kept: KeptRow[] = [];
  for (const { upto, events } of rows.toReversed()) {
    kept.push({ upto, end: behind, at });
    behind = behind === undefined || events === null ? undefined : behind - events;
  }
  return kept.reverse();
}

/**
 * The outbox after the commit: published events are kept for some seconds. If the broker turns out to have lost them, they are published
 * again, before any later event. A row is deleted once a later one of its partition was acknowledged after that time, or the log still has
 * its events then: in both cases the broker has had the time to write it to its disk.
 */
export class KeptOutbox {
  /** Kept rows by partition, in the order of `upto`. */
  private readonly kept = new Map<number, KeptRow[]>();
  /** Partitions with acknowledgements that are not noted in Postgres yet. */
  private readonly unrecorded = new Set<number>();
  /** Partitions that other processes publish now, including their waiting events. */
  private foreign: ReadonlySet<number> = new Set();
  private lookedAt = -Infinity;
  private tidying = false;

  constructor(private readonly options: KeptOutboxOptions) {}

  /**
   * Call it when partitions are assigned: publishes events that their former owner may not have published, and events that the broker has
   * lost.
   * @throws BrokerUnavailableError or an error of the database; call it again
   */
  async take(partitions: readonly number[], progress: ReadonlyMap<number, PublishedProgress>): Promise<void> {
    const { table, log, logger } = this.options;
    this.kept.clear();
    this.unrecorded.clear();
    this.foreign = new Set();
    log.begin([...progress].map(([partition, { eventsEnd }]) => [partition, eventsEnd]));
    const leftovers: OutboxKey[] = [];
    for (const [partition, keys] of Map.groupBy(await table.entries(partitions), (key) => key.partition)) {
      const { eventsUpto, eventsEnd } = progress.get(partition)!;
      const published = keys.filter(({ upto }) => upto <= eventsUpto);
      this.kept.set(partition, keptRows(published, eventsEnd === LOST ? null : eventsEnd));
      leftovers.push(...keys.slice(published.length));
    }
    // If the connection changes, nothing is sent, and the caller begins again, so that newly published events are checked as well.
    const connection = await this.connection();
    if (this.foreign.size > 0)
      throw new OwnershipLostError(`Partitions ${[...this.foreign].join(', ')} were given to another process meanwhile.`);
    for (let i = 0; i < leftovers.length; i += ROWS_AT_ONCE) {
      const rows = leftovers.slice(i, i + ROWS_AT_ONCE);
      await this.sendRows(await table.rows(rows), connection);
      this.acknowledged(rows);
    }
    if (leftovers.length > 0) logger.info({ rows: leftovers.length, partitions }, 'published the records left in the outbox');
  }

  /** Stores how far events are published, so that the next owner of the partitions does not publish them again. */
  async note(): Promise<void> {
    // Sorted, since units update the same rows and must not deadlock with this statement.
    const partitions = [...this.unrecorded].sort((a, b) => a - b);
    const published = partitions.flatMap((partition): PublishedRows[] => {
      const last = this.kept.get(partition)?.at(-1);
      return last?.end === undefined ? [] : [{ partition, upto: last.upto, end: last.end }];
    });
    if (published.length === 0) return;
    this.unrecorded.clear();
    try {
      await this.options.table.notePublished(published);
    } catch (error) {
      for (const partition of partitions) this.unrecorded.add(partition);
      throw error;
    }
  }

  /**
   * The number of the connection on which the next records may be sent. On a new connection, lost events are published again first.
   * @throws as `take`
   */
  async connection(): Promise<number> {
    for (;;) {
      const { connection, shorter, givenAway } = await this.options.log.compare();
      if (givenAway !== undefined) this.leave(givenAway);
      if (shorter.size === 0) return connection;
      for (const [partition, high] of shorter) await this.publishAgain(partition, high, connection);
    }
  }

  /** Those of these records that still have to be sent, and the connection. @throws as `take` */
  async ready(records: readonly OutgoingRecord[]): Promise<{ connection: number; records: readonly OutgoingRecord[] }> {
    const connection = await this.connection();
    if (this.foreign.size === 0) return { connection, records };
    return {
      connection,
      records: records.filter(({ topic, partition }) => topic !== this.options.log.topic || !this.foreign.has(partition)),
    };
  }

  /** Sends records in parts, all on this connection (see `ready`). @throws as `CoalescingProducer.send` */
  async send(records: readonly OutgoingRecord[], connection: number): Promise<void> {
    for (let i = 0; i < records.length; i += RECORDS_PER_SEND)
      await this.options.producer.send(records.slice(i, i + RECORDS_PER_SEND), connection);
  }

  /** Call it when the broker has acknowledged the events of these rows. @param keys oldest of each partition first */
  acknowledged(keys: readonly OutboxKey[]): void {
    const { log } = this.options;
    const own = keys.filter(({ partition }) => !this.foreign.has(partition));
    log.acknowledged(new Set(own.map(({ partition }) => partition)));
    const at = performance.now();
    for (const key of own) {
      this.keep(key, log.end(key.partition), at);
      this.unrecorded.add(key.partition);
    }
  }

  /** Stores how far events are published, and deletes rows after their time. Failures are logged, and the next call tries again. */
  async tidy(): Promise<void> {
    if (this.tidying) return;
    this.tidying = true;
    try {
      await this.note();
      const due = [...this.due(), ...(await this.dueOfIdle())];
      if (due.length === 0) return;
      await this.options.table.delete(due);
      for (const { partition, upto } of due) {
        const rows = this.kept.get(partition);
        if (rows?.[0]?.upto === upto) rows.shift();
      }
    } catch (error) {
      this.options.logger.debug({ error: String(error) }, 'published outbox rows could not be marked or deleted yet');
    } finally {
      this.tidying = false;
    }
  }

  private leave(partitions: ReadonlySet<number>): void {
    const isNew = partitions.size > 0 && this.foreign.size === 0;
    this.foreign = partitions;
    for (const partition of partitions) {
      this.kept.delete(partition);
      this.unrecorded.delete(partition);
    }
    if (isNew) this.options.onLeft();
  }

  private due(): OutboxKey[] {
    const due: OutboxKey[] = [];
    for (const [partition, rows] of this.kept) {
      const until = (rows.at(-1)?.at ?? 0) - this.options.retentionMs;
      for (const { upto, at } of rows) {
        if (at > until) break;
        due.push({ partition, upto });
      }
    }
    return due;
  }

  /** Due rows of idle partitions, by the ends of the log, which are read now and then, since erased data must not stay here. */
  private async dueOfIdle(): Promise<OutboxKey[]> {
    const now = performance.now();
    const until = now - this.options.retentionMs;
    const idle = [...this.kept].filter(([, rows]) => rows.length > 0 && rows.at(-1)!.at < until);
    if (idle.length === 0 || now - this.lookedAt < LOOK_EVERY_MS) return [];
    this.lookedAt = now;
    const whole = await this.options.log.wholeOf(idle.map(([partition]) => partition));
    return idle.flatMap(([partition, rows]) =>
      whole.has(partition) ? rows.filter(({ at }) => at < until).map(({ upto }) => ({ partition, upto })) : [],
    );
  }

  private keep({ partition, upto }: OutboxKey, end: number | undefined, at: number): void {
    let rows = this.kept.get(partition);
    if (rows === undefined) this.kept.set(partition, (rows = []));
    rows.push({ upto, end, at });
  }

  /** Publishes events of a partition again whose log ends at `high`, before acknowledged events. */
  private async publishAgain(partition: number, high: number, connection: number): Promise<void> {
    const { table, log, logger, onLost, advice } = this.options;
    const rows = this.kept.get(partition) ?? [];
    const first = rows.findIndex(({ end }) => end === undefined || end > high);
    const lost = first < 0 ? [] : rows.splice(first);
    const end = log.end(partition)!;
    let publishedAgain = 0;
    try {
      // From here on, the log may have its former length although records are missing.
      log.accept(new Map([[partition, LOST]]));
      await table.noteLost(partition);
      for (let i = 0; i < lost.length; i += ROWS_AT_ONCE) {
        const keys = lost.slice(i, i + ROWS_AT_ONCE).map(({ upto }) => ({ partition, upto }));
        publishedAgain += await this.sendRows(await table.rows(keys), connection);
      }
    } catch (error) {
      // Some events may be on the log now, but its end does not show which ones: all are published again.
      rows.push(...lost.map((row) => ({ ...row, end: undefined })));
      throw error;
    }
    log.accept(new Map([[partition, high]]));
    if (publishedAgain > 0) this.acknowledged(lost.map(({ upto }) => ({ partition, upto })));
    const missing = end === LOST ? publishedAgain : end - high;
    logger.error(
      { topic: log.topic, partition, missing, publishedAgain },
      publishedAgain >= missing
        ? 'the broker has lost events that it had acknowledged; they were published again'
        : `the broker has lost more events than are kept: those that are were published again. ${advice}`,
    );
    onLost({ publishedAgain, missing }, partition);
  }

  /** @returns number of events */
  private async sendRows(rows: readonly OutboxRow[], connection: number): Promise<number> {
    let events = 0;
    for (const row of rows) {
      const records = this.options.recordsOf(row);
      await this.send(records, connection);
      events += records.length;
    }
    return events;
  }
}
