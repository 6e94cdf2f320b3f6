import type { Pool } from 'pg';
import { REVISION_HEADER } from '#contracts/directory/records.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { topicName } from '#kafka/topics.js';
import { inTransaction } from '#postgres/transaction.js';
import type { Logger } from '#telemetry/logger.js';

const PASS_ROWS = 500;
/** For changes that another copy of this service committed, and what a failure left behind. */
const POLL_MS = 500;
const BUSY_POLL_MS = 25;

interface Row {
  key: string;
  revision: number;
  body: string | null;
}

interface Waiter {
  revision: number;
  resolve: () => void;
}

/** Brings `state_record` to `directory.state`, oldest revision first, one copy of the service at a time. */
export class StatePublisher {
  private readonly topic: string;
  private waiters: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;

  constructor(
    private readonly pool: Pool,
    private readonly producer: Pick<CoalescingProducer, 'send'>,
    topicPrefix: string,
    private readonly logger: Logger,
  ) {
    this.topic = topicName(topicPrefix, 'directory.state');
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  /** Resolves when everything up to the revision is acknowledged, at the latest after `waitMs`. */
  publishedUpTo(revision: number, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.waiters = this.waiters.filter((each) => each !== waiter);
        resolve();
      }, waitMs);
      const waiter: Waiter = { revision, resolve: () => (clearTimeout(late), resolve()) };
      this.waiters.push(waiter);
      this.wake();
    });
  }

  private wake(): void {
    this.wanted = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  private async run(): Promise<void> {
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      try {
        const { lowest, more } = await this.pass();
        this.settle(lowest);
        if (more) this.wanted = true;
        else if (this.waiters.length > 0) setTimeout(() => this.wake(), BUSY_POLL_MS);
      } catch (error) {
        this.logger.warn({ error: String(error) }, 'The directory can not be published at the moment; it is tried again.');
      }
    }
  }

  /** Publishes some rows, if no other copy of this service does; the lowest revision that is still to be published. */
  private pass(): Promise<{ lowest: number; more: boolean }> {
    return inTransaction(this.pool, async (client) => {
      const { rows: locks } = await client.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(hashtext('waymark.directory.publish')) as mine`);
      if (locks[0]!.mine) {
        const { rows } = await client.query<Row>(`select key, revision, body from state_record where not published order by revision limit $1`, [PASS_ROWS]);
        if (rows.length > 0) {
          await this.producer.send(rows.map((row) => this.recordOf(row)));
          // A row that changed since has another revision, and is published again.
          await client.query(
            `update state_record s set published = true from unnest($1::text[], $2::bigint[]) as p(key, revision) where s.key = p.key and s.revision = p.revision`,
            [rows.map(({ key }) => key), rows.map(({ revision }) => revision)],
          );
        }
      }
      const { rows: left } = await client.query<{ lowest: number | null }>(`select min(revision) as lowest from state_record where not published`);
      const lowest = left[0]!.lowest;
      return { lowest: lowest ?? Infinity, more: locks[0]!.mine && lowest !== null };
    });
  }

  private recordOf({ key, revision, body }: Row) {
    return { topic: this.topic, partition: 0, key, value: body, headers: { [REVISION_HEADER]: String(revision) } };
  }

  private settle(lowest: number): void {
    const settled = this.waiters.filter(({ revision }) => revision < lowest);
    this.waiters = this.waiters.filter(({ revision }) => revision >= lowest);
    for (const { resolve } of settled) resolve();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
    this.settle(Infinity);
  }
}
