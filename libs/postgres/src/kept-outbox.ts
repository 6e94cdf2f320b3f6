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

/** How many events the broker had lost. */
export interface LostEvents {
  publishedAgain: number;
  /** More than were published again: the others are no longer kept. */
  missing: number;
}

export interface KeptOutboxOptions {
  table: OutboxTable;
  producer: Pick<CoalescingProducer, 'send'>;
  /** The topic of events, as that producer writes it. */
  log: PublishedLog;
  /** The events of a row, in their order. */
  recordsOf: (row: OutboxRow) => OutgoingRecord[];
  /** How long events are kept after the broker has acknowledged them, in milliseconds: the broker must flush to its disk in that time. */
  keptMs: number;
  logger: Logger;
  onLost: (counts: LostEvents, partition: number) => void;
  /** What to do where more was lost than is kept: a sentence for the log. */
  advice: string;
  /**
   * Another process publishes some of the partitions. They must be assigned again (`take`), because both may believe
   * that they own them.
   */
  onLeft: () => void;
}

/** A row whose events the broker has acknowledged. */
interface KeptRow {
  upto: number;
  /** Where the log ended behind them; undefined: not known. */
  end: number | undefined;
  /** When they were acknowledged; by performance.now(). */
  at: number;
}

const ROWS_AT_ONCE = 8;
/** One commit may have more events than the producer accepts at once. */
const RECORDS_A_SEND = 2000;
/** At most so often the broker is asked where the logs end, to delete what idle partitions have left. */
const LOOK_EVERY_MS = 2000;

/** @param end of the log behind the last of these rows, the oldest first. What was sent twice makes it no earlier */
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
 * The outbox after the commit: published events are kept for some seconds, and published again where the broker turns
 * out to have lost them, before any later event. A row goes once a later one of its partition was acknowledged that much
 * later, or the log still has it then: either way the broker has had the time to write it to its disk.
 */
export class KeptOutbox {
  /** By partition, in the order of `upto`. */
  private readonly kept = new Map<number, KeptRow[]>();
  /** Partitions with acknowledgements that are not noted in Postgres yet. */
  private readonly unnoted = new Set<number>();
  /** Partitions that other processes publish now, including their waiting events. */
  private foreign: ReadonlySet<number> = new Set();
  private lookedAt = -Infinity;
  private tidying = false;

  constructor(private readonly options: KeptOutboxOptions) {}

  /**
   * Partitions were assigned again: publishes what their former owner committed and may not have published, and what the broker has lost.
   * @throws BrokerUnavailableError or an error of the database: the caller tries again
   */
  async take(partitions: readonly number[], progress: ReadonlyMap<number, PublishedProgress>): Promise<void> {
    const { table, log, logger } = this.options;
    this.kept.clear();
    this.unnoted.clear();
    this.foreign = new Set();
    log.begin([...progress].map(([partition, { eventsEnd }]) => [partition, eventsEnd]));
    const leftovers: OutboxKey[] = [];
    for (const [partition, keys] of Map.groupBy(await table.entries(partitions), (key) => key.partition)) {
      const { eventsUpto, eventsEnd } = progress.get(partition)!;
      const published = keys.filter(({ upto }) => upto <= eventsUpto);
      this.kept.set(partition, keptRows(published, eventsEnd === LOST ? null : eventsEnd));
      leftovers.push(...keys.slice(published.length));
    }
    // On another one nothing is sent: then the caller begins again, and what was just published is looked at as well.
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
    // In order, because units update the same rows and two statements must not deadlock.
    const partitions = [...this.unnoted].sort((a, b) => a - b);
    const published = partitions.flatMap((partition): PublishedRows[] => {
      const last = this.kept.get(partition)?.at(-1);
      return last?.end === undefined ? [] : [{ partition, upto: last.upto, end: last.end }];
    });
    if (published.length === 0) return;
    this.unnoted.clear();
    try {
      await this.options.table.notePublished(published);
    } catch (error) {
      for (const partition of partitions) this.unnoted.add(partition);
      throw error;
    }
  }

  /**
   * The connection on which the next records may be sent: after a new one, what the broker has lost is published again first.
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

  /** The unsent ones of these records, and their connection. @throws as `take` */
  async ready(records: readonly OutgoingRecord[]): Promise<{ connection: number; records: readonly OutgoingRecord[] }> {
    const connection = await this.connection();
    if (this.foreign.size === 0) return { connection, records };
    return {
      connection,
      records: records.filter(({ topic, partition }) => topic !== this.options.log.topic || !this.foreign.has(partition)),
    };
  }

  /** Sends these in pieces that the producer takes, all of them on this connection (`ready`). @throws as `CoalescingProducer.send` */
  async send(records: readonly OutgoingRecord[], connection: number): Promise<void> {
    for (let i = 0; i < records.length; i += RECORDS_A_SEND)
      await this.options.producer.send(records.slice(i, i + RECORDS_A_SEND), connection);
  }

  /** The broker has acknowledged the events of these rows; the oldest of each partition first. */
  acknowledged(keys: readonly OutboxKey[]): void {
    const { log } = this.options;
    const own = keys.filter(({ partition }) => !this.foreign.has(partition));
    log.acknowledged(new Set(own.map(({ partition }) => partition)));
    const at = performance.now();
    for (const key of own) {
      this.keep(key, log.end(key.partition), at);
      this.unnoted.add(key.partition);
    }
  }

  /** Notes what was published, and deletes what was kept long enough. Failures are logged; the next call tries again. */
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
      this.unnoted.delete(partition);
    }
    if (isNew) this.options.onLeft();
  }

  private due(): OutboxKey[] {
    const due: OutboxKey[] = [];
    for (const [partition, rows] of this.kept) {
      const until = (rows.at(-1)?.at ?? 0) - this.options.keptMs;
      for (const { upto, at } of rows) {
        if (at > until) break;
        due.push({ partition, upto });
      }
    }
    return due;
  }

  /** Rows of partitions in which nothing was published since. The ends of the log are read now and then: erased data must not stay here. */
  private async dueOfIdle(): Promise<OutboxKey[]> {
    const now = performance.now();
    const until = now - this.options.keptMs;
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

  /** The log of a partition ends at `high`, before what was acknowledged. */
  private async publishAgain(partition: number, high: number, connection: number): Promise<void> {
    const { table, log, logger, onLost, advice } = this.options;
    const rows = this.kept.get(partition) ?? [];
    const first = rows.findIndex(({ end }) => end === undefined || end > high);
    const lost = first < 0 ? [] : rows.splice(first);
    const end = log.end(partition)!;
    let publishedAgain = 0;
    try {
      // From here on, the log may have its former length and still lack some records.
      log.accept(new Map([[partition, LOST]]));
      await table.noteLost(partition);
      for (let i = 0; i < lost.length; i += ROWS_AT_ONCE) {
        const keys = lost.slice(i, i + ROWS_AT_ONCE).map(({ upto }) => ({ partition, upto }));
        publishedAgain += await this.sendRows(await table.rows(keys), connection);
      }
    } catch (error) {
      // Some may be there now, in places that do not reveal the others: all of them are published again.
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

  /** @returns how many events these were */
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
