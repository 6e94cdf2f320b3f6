import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { Counter } from 'prom-client';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import type { LastRecord } from '#kafka/reading/last-records.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { Logger } from '#telemetry/logger.js';
import { once } from '#telemetry/metric-once.js';
import type { Registry } from '#telemetry/metrics.js';
import { compareWithTopic, type OrphanedKey, type PublishedTable, tableBefore, type TopicDifference } from './published-table.js';
import { noteRepair } from './topic-repairs.js';
import { inTransaction } from './transaction.js';

/** Interval for finding changes of other instances, and rows that a failure has left. */
const POLL_MS = 2000;
const BUSY_POLL_MS = 25;
/** Time in which a request with an unknown outcome may still arrive, after newer records (decision 8). */
const LATE_MS = 15_000;
/** Most keys in a line of the log. */
const LISTED_KEYS = 20;

export interface RowPublisherOptions<Row extends QueryResultRow> {
  pool: Pool;
  producer: Pick<CoalescingProducer, 'send'>;
  table: PublishedTable;
  /** The topic with its prefix. */
  topic: string;
  /** Columns selected in addition to a row's key and revision, comma-separated. */
  columns: string;
  recordOf: (row: Row) => OutgoingRecord;
  /** Most rows per send. */
  rowsAtOnce: number;
  /** Reads the last record of each key on the topic. */
  lastRecords: () => Promise<ReadonlyMap<string, LastRecord>>;
  /** Reports when the topic may have lost records (`LogWatch`). */
  watch: (onChance: () => void) => { start: () => void; close: () => Promise<void> };
  /** Creates unpublished rows without a body and with new revisions for these keys; existing rows stay unchanged. */
  insertRemoved: (client: PoolClient, orphans: readonly OrphanedKey[]) => Promise<void>;
  /** Locks the order of all changes until the transaction ends. */
  orderLock: string;
  /**
   * Takes over records from the topic that a database restored from a backup must not lose; called before the comparison.
   * @returns number of rows
   */
  keepNewer?: (client: PoolClient, last: ReadonlyMap<string, LastRecord>) => Promise<number>;
  /** Default 15,000. */
  lateMs?: number;
  /** Name of the lock that lets one instance of the service publish at a time. */
  turn: string;
  logger: Logger;
  /** Registry for the counter of repairs. */
  metrics?: Registry;
}

function repairsCounter(registry: Registry): Counter<'topic' | 'kind'> {
  return once(
    registry,
    'waymark_state_repairs_total',
    (name) =>
      new Counter({
        registers: [registry],
        name,
        labelNames: ['topic', 'kind'],
        help:
          'Records of a topic of states that differed from its table: lost (published again), removed (an old record had undone ' +
          'a removal) or newer (this database was restored from a backup)',
      }),
  );
}

interface Waiter {
  revision: number;
  resolve: () => void;
}

/**
 * Publishes unpublished rows to a topic of states, oldest revision first, one instance of the service at a time. In the end the topic has
 * the newest record of each key, even if records arrive late or the broker loses some: it is compared with the table at the start, again
 * when late records of a former process can no longer arrive, and whenever the broker is back after a lost connection. Rows of a send with
 * an unknown outcome are published again.
 */
export class RowPublisher<Row extends QueryResultRow & { revision: number }> {
  private waiters: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private compareTimer: NodeJS.Timeout | undefined;
  /** Start of the last comparison by performance.now(). */
  private comparedAt = 0;
  private comparing: Promise<void> = Promise.resolve();
  private readonly repairs: Counter<'topic' | 'kind'> | undefined;
  private readonly watch: { start: () => void; close: () => Promise<void> };
  /** Rows of sends with an unknown outcome by key, and the time by performance.now() when they are published again. */
  private readonly unverified = new Map<string, { row: Row; due: number }>();
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;

  constructor(private readonly options: RowPublisherOptions<Row>) {
    this.watch = options.watch(() => this.compareLater());
    const { metrics } = options;
    this.repairs = metrics && repairsCounter(metrics);
  }

  async start(): Promise<void> {
    await this.compare();
    if (this.stopped) return;
    this.compareLater();
    this.watch.start();
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  private get lateMs(): number {
    return this.options.lateMs ?? LATE_MS;
  }

  /** @returns whether the comparison was possible */
  private async compare(): Promise<boolean> {
    const { pool, table, lastRecords, insertRemoved, keepNewer, orderLock, turn, logger } = this.options;
    this.comparedAt = performance.now();
    try {
      const before = await inTransaction(pool, (client) => tableBefore(client, table, turn));
      const last = await lastRecords();
      const { kept, ...found } = await inTransaction(pool, async (client) => {
        await client.query(orderLock);
        const keptRows = (await keepNewer?.(client, last)) ?? 0;
        const difference = await compareWithTopic(client, table, last, before);
        if (difference.orphans.length > 0) await insertRemoved(client, difference.orphans);
        const all = keptRows > 0 || difference.newer.length > 0 ? withOrphans(difference) : difference;
        await this.note(client, all, keptRows);
        return { kept: keptRows, ...all };
      });
      this.report(found, kept);
      return true;
    } catch (error) {
      logger.warn(
        { error: String(error), table: table.name },
        'The topic cannot be compared with the table at the moment; it is tried again.',
      );
      return false;
    }
  }

  private async note(client: PoolClient, { missing, newer }: TopicDifference, kept: number): Promise<void> {
    const { topic } = this.options;
    if (newer.length + kept > 0)
      await noteRepair(client, { topic, older_database: true, records: newer.length + kept, keys: listed(newer) });
    // Rows that a restored database publishes again are not a fault of the topic.
    else if (missing.length > 0) await noteRepair(client, { topic, older_database: false, records: missing.length, keys: listed(missing) });
  }

  private report({ missing, newer, orphans }: TopicDifference, kept: number): void {
    const { table, topic, logger } = this.options;
    const made = new Set(newer);
    const undone = orphans.filter(({ key }) => !made.has(key)).map(({ key }) => key);
    this.repairs?.inc({ topic, kind: 'lost' }, missing.length);
    this.repairs?.inc({ topic, kind: 'removed' }, undone.length);
    this.repairs?.inc({ topic, kind: 'newer' }, newer.length + kept);
    if (missing.length > 0)
      logger.warn(
        { missing: missing.length, keys: listed(missing), table: table.name },
        'The topic does not end with what was published before; it is published again.',
      );
    if (undone.length > 0)
      logger.warn(
        { orphans: undone.length, keys: listed(undone), table: table.name },
        'The topic ends with records of what the table does not have; their removals are published.',
      );
    if (newer.length + kept > 0)
      logger.error(
        { newer: newer.length, keys: listed(newer), kept, table: table.name },
        'The topic is newer than the table: this database was restored from a backup. What the table has is ' +
          'published again. What was changed since the backup has to be changed again.',
      );
  }

  /** Schedules another comparison: now, if the last one is long enough ago, since each reads the whole topic. */
  private compareLater(): void {
    if (this.stopped || this.compareTimer !== undefined) return;
    const wait = Math.max(0, this.comparedAt + this.lateMs - performance.now());
    this.compareTimer = setTimeout(() => (this.comparing = this.comparing.then(() => this.compareAgain())), wait);
  }

  private async compareAgain(): Promise<void> {
    // From now on, changes of the log need another comparison.
    this.compareTimer = undefined;
    const compared = !this.stopped && (await this.compare());
    if (compared) this.wake();
    else this.compareLater();
  }

  /** Call it after a commit. */
  wake(): void {
    this.wanted = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** Resolves when all rows up to the revision are acknowledged, at the latest after `waitMs`. */
  publishedUpTo(revision: number, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.waiters = this.waiters.filter((each) => each !== waiter);
        resolve();
      }, waitMs);
      const waiter: Waiter = { revision, resolve: () => (clearTimeout(late), resolve()) };
      this.waiters = [...this.waiters, waiter];
      this.wake();
    });
  }

  private async run(): Promise<void> {
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      // Taken before the read: a caller that comes later may wait for a row that this read does not include.
      const waiting = this.waiters;
      try {
        const { lowest, more } = await this.pass();
        this.settle(waiting, lowest);
        if (more) this.wanted = true;
        else if (this.waiters.length > 0) setTimeout(() => this.wake(), BUSY_POLL_MS);
      } catch (error) {
        this.options.logger.warn(
          { error: String(error), table: this.options.table.name },
          'What was changed cannot be published at the moment; it is tried again.',
        );
      }
    }
  }

  /** Publishes some rows, if no other instance does. @returns `lowest`: the lowest revision that is not published yet */
  private async pass(): Promise<{ lowest: number; more: boolean }> {
    const { pool, turn } = this.options;
    // Usually everything is published, and this query is all that a poll takes.
    if (this.unverified.size === 0 && (await this.lowestUnpublished(pool)) === null) return { lowest: Infinity, more: false };
    return inTransaction(pool, async (client) => {
      const { rows: locks } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext($1::text || '.' || current_schema())) as mine`,
        [turn],
      );
      await this.verifyDue(client);
      if (locks[0]!.mine) await this.publishSome(client);
      const lowest = await this.lowestUnpublished(client);
      return { lowest: lowest ?? Infinity, more: locks[0]!.mine && lowest !== null };
    });
  }

  private async lowestUnpublished(database: Pool | PoolClient): Promise<number | null> {
    const { rows } = await database.query<{ lowest: number | null }>(
      `select min(revision) as lowest from ${this.options.table.name} where not published`,
    );
    return rows[0]!.lowest;
  }

  private async publishSome(client: PoolClient): Promise<void> {
    const { producer, table, columns, recordOf, rowsAtOnce } = this.options;
    const { rows } = await client.query<Row>(
      `select ${table.key}, revision, ${columns} from ${table.name} where not published order by revision limit $1`,
      [rowsAtOnce],
    );
    if (rows.length === 0) return;
    try {
      await producer.send(rows.map((row) => recordOf(row)));
    } catch (error) {
      if (error instanceof BrokerUnavailableError && error.outcome === 'unknown') {
        for (const row of rows) this.unverified.set(this.keyOf(row), { row, due: performance.now() + this.lateMs });
      }
      throw error;
    }
    // A row that has changed since has another revision, and is published again.
    await client.query(
      `update ${table.name} t set published = true from unnest($1::${table.keyType}[], $2::bigint[]) as p(key, revision)
        where t.${table.key} = p.key and t.revision = p.revision`,
      [rows.map((row) => this.keyOf(row)), rows.map(({ revision }) => revision)],
    );
  }

  private keyOf(row: Row): string {
    return (row as QueryResultRow)[this.options.table.key] as string;
  }

  /** Publishes the rows of unknown sends again, when late records of them can no longer arrive after these. */
  private async verifyDue(client: PoolClient): Promise<void> {
    const due = [...this.unverified].filter(([, each]) => each.due <= performance.now());
    if (due.length === 0) return;
    const { table, producer, recordOf } = this.options;
    const { rows } = await client.query<{ key: string }>(
      `update ${table.name} set published = false where ${table.key} = any($1::${table.keyType}[]) returning ${table.key}::text as key`,
      [due.map(([key]) => key)],
    );
    const there = new Set(rows.map(({ key }) => key));
    // No row: it was deleted after its removal was published.
    const removed = due.filter(([key]) => !there.has(key)).map(([, { row }]) => recordOf({ ...row, body: null }));
    if (removed.length > 0) await producer.send(removed);
    for (const [key] of due) this.unverified.delete(key);
  }

  private settle(waiting: Waiter[], lowest: number): void {
    const settled = new Set(waiting.filter(({ revision }) => revision < lowest));
    this.waiters = this.waiters.filter((waiter) => !settled.has(waiter));
    for (const { resolve } of settled) resolve();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    clearTimeout(this.compareTimer);
    await this.watch.close();
    await this.running;
    this.settle(this.waiters, Infinity);
  }
}

/** For a database that is known to be restored: keys without rows were created since the backup. */
const withOrphans = (found: TopicDifference): TopicDifference => ({
  ...found,
  newer: [...new Set([...found.newer, ...found.orphans.map(({ key }) => key)])],
});

const listed = (keys: readonly string[]): string[] => keys.slice(0, LISTED_KEYS);
