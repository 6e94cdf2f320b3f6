import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, it as vitestIt } from 'vitest';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import { type LastRecord, lastRecords } from '#kafka/reading/last-records.js';
import { LogWatch } from '#kafka/reading/log-watch.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import { createPool } from '#postgres/pool.js';
import { RowPublisher, type RowPublisherOptions } from '#postgres/row-publisher.js';
import { repairsMigrationSql } from '#postgres/topic-repairs.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

interface Row {
  key: string;
  revision: number;
  body: string | null;
}

/** Longer than it takes to read a topic a few times. */
const LATE_MS = 9_000;
const logger = pino({ level: 'silent' });
let space: TestSpace;
let pool: Pool;
let producer: CoalescingProducer;
let proxy: TcpProxy;
/** Connection to the broker through the proxy. */
let proxied: KafkaConnection;
let count = 0;

beforeAll(async () => {
  space = await createTestSpace('row-publisher');
  pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 15, applicationName: 'row-publisher' });
  await pool.query(`create schema if not exists ${space.schemas.objects}`);
  await pool.query(repairsMigrationSql.join(';'));
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger });
  await producer.connect();
  proxy = await TcpProxy.start(space.brokers[0]!, { kafka: true });
  proxied = createKafka({ brokers: [proxy.address], clientId: 'row-publisher', logger });
});
afterAll(async () => {
  await proxy.close();
  await producer.close();
  await pool.end();
  await space.close();
});

async function withAdmin(work: (admin: ReturnType<KafkaConnection['admin']>) => Promise<void>): Promise<void> {
  const admin = space.kafka.admin();
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** A separate topic and table with a publisher, so that tests can wait for late records concurrently. */
class Things {
  private readonly number = ++count;
  readonly table = `thing_${this.number}`;
  readonly topic = `${space.prefix}things-${this.number}`;
  private publisher: RowPublisher<Row> | undefined;
  /** Number of sends that get an unknown outcome, and whose records have not arrived yet. */
  lost = 0;
  readonly onTheWay: OutgoingRecord[] = [];
  /** Number of comparisons of the topic with the table. */
  compared = 0;
  private readonly metrics = new Registry();

  async create(): Promise<void> {
    await pool.query(
      `create sequence ${this.table}_revision start 100;
        create table ${this.table} (key text primary key, revision bigint not null, body text, published boolean not null default false)`,
    );
    await withAdmin((admin) => createLedTopics(admin, [{ topic: this.topic, numPartitions: 1 }]));
  }

  /** Replaces the log by an empty one, as if the broker or its disk was replaced. */
  async replace(): Promise<void> {
    await withAdmin(async (admin) => {
      await admin.deleteTopics({ topics: [this.topic] });
      while ((await admin.listTopics()).includes(this.topic)) await sleep(20);
      await createLedTopics(admin, [{ topic: this.topic, numPartitions: 1 }]);
    });
  }

  async start(options: Partial<Pick<RowPublisherOptions<Row>, 'keepNewer' | 'lastRecords' | 'lateMs' | 'watch'>> = {}): Promise<void> {
    const { table, topic, number } = this;
    this.publisher = new RowPublisher<Row>({
      pool,
      topic,
      metrics: this.metrics,
      producer: {
        send: (records) => {
          if (this.lost-- <= 0) return producer.send(records);
          this.onTheWay.push(...records);
          return Promise.reject(new BrokerUnavailableError('unknown', 'The broker did not answer.'));
        },
      },
      table: { name: table, key: 'key', keyType: 'text', sequence: `${table}_revision` },
      orderLock: `select pg_advisory_xact_lock(${number})`,
      columns: 'body',
      recordOf: ({ key, revision, body }) => ({ topic, partition: 0, key, value: body, headers: { revision: String(revision) } }),
      rowsAtOnce: 10,
      lateMs: LATE_MS,
      lastRecords: () => (this.compared++, this.lastOfEach(() => true)),
      watch: () => ({ start: () => undefined, close: () => Promise.resolve() }),
      insertRemoved: async (client, orphans) => {
        await client.query(
          `insert into ${table} select k, nextval('${table}_revision'), null from unnest($1::text[]) k on conflict do nothing`,
          [orphans.map(({ key }) => key)],
        );
      },
      turn: `turn-${number}`,
      logger,
      ...options,
    });
    await this.publisher.start();
  }

  async stop(): Promise<void> {
    await this.publisher?.stop();
  }

  /** Repaired records, by kind. */
  async repairs(): Promise<Record<string, number>> {
    const { values } = await this.metrics.getSingleMetric('waymark_state_repairs_total')!.get();
    return Object.fromEntries(values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels['kind'], value]));
  }

  /** The repairs in an operator's diagnosis. */
  async notes(): Promise<unknown[]> {
    return (await pool.query('select older_database, records, keys from topic_repair where topic = $1', [this.topic])).rows;
  }

  publishedUpTo(revision: number): Promise<void> {
    return this.publisher!.publishedUpTo(revision, 15_000);
  }

  lastOfEach(wantsValue?: () => boolean): Promise<Map<string, LastRecord>> {
    return lastRecords(space.kafka, this.topic, 'revision', logger, wantsValue);
  }

  readonly last = async (): Promise<Map<string, number>> =>
    new Map([...(await this.lastOfEach())].map(([key, { revision }]) => [key, revision]));

  readonly values = async (): Promise<Record<string, string | null | undefined>> =>
    Object.fromEntries([...(await this.lastOfEach(() => true))].map(([key, { value }]) => [key, value]));

  /** The value of the record at the end of the topic. */
  readonly newest = async (): Promise<string | null | undefined> => {
    const values: (string | null)[] = [];
    await readPartition({
      kafka: space.kafka,
      topic: this.topic,
      partition: 0,
      logger,
      onRecord: ({ value }) => void values.push(value && String(value)),
    });
    return values.at(-1);
  };

  async put(revision: number, body: string | null): Promise<void> {
    await pool.query(
      `insert into ${this.table} values ($1, $2, $3) on conflict (key) do update set revision = excluded.revision, ` +
        'body = excluded.body, published = false',
      ['a', revision, body],
    );
  }

  /** Publishes a record like an earlier process. */
  published(key: string, revision: number, value: string | null): Promise<void> {
    return producer.send([{ topic: this.topic, partition: 0, key, value, headers: { revision: String(revision) } }]);
  }

  /** Lets the late records arrive on the log, after newer ones. */
  land(): Promise<void> {
    return producer.send(this.onTheWay.splice(0));
  }
}

const it = vitestIt.extend<{ things: Things }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
  things: async ({}, use) => {
    const things = new Things();
    await things.create();
    await use(things);
    await things.stop();
  },
});

describe.concurrent('a topic of states', () => {
  it('ends with the newest record of a key, although an older one of unknown outcome lands behind it', async ({ things, expect }) => {
    await things.start();
    things.lost = 1;
    await things.put(5, 'active');
    await expect.poll(() => things.onTheWay.length).toBe(1);
    await things.put(7, 'suspended');
    await things.publishedUpTo(7);
    expect(await things.last()).toEqual(new Map([['a', 7]]));
    await things.land();
    expect(await things.last()).toEqual(new Map([['a', 5]]));
    await expect.poll(things.last, { timeout: 30_000 }).toEqual(new Map([['a', 7]]));
  });

  it('ends with a removal that was published, although its row is gone when the older one lands', async ({ things, expect }) => {
    await things.start();
    things.lost = 1;
    await things.put(5, 'active');
    await expect.poll(() => things.onTheWay.length).toBe(1);
    await things.put(7, null);
    await things.publishedUpTo(7);
    await pool.query(`delete from ${things.table} where body is null and published`);
    await things.land();
    expect(await things.newest()).toBe('active');
    await expect.poll(things.newest, { timeout: 30_000 }).toBe(null);
  });

  it('ends with a removal again after a start, although its row is gone and an older record has landed behind it', async ({
    things,
    expect,
  }) => {
    await things.start();
    await things.put(5, 'active');
    await things.put(7, null);
    await things.publishedUpTo(7);
    await things.stop();
    await pool.query(`delete from ${things.table}; insert into ${things.table} values ('other', 1, 'there', true)`);
    const late = (): Promise<void> => things.published('a', 5, 'active');
    await late();
    await things.start();
    const lastOfA = async (): Promise<LastRecord | undefined> => (await things.lastOfEach()).get('a');
    await expect.poll(lastOfA, { timeout: 30_000 }).toMatchObject({ removed: true });
    expect(await things.repairs()).toMatchObject({ removed: 1 });
    const { revision } = (await lastOfA())!;
    expect(revision).toBeGreaterThanOrEqual(100);
    // The same if it arrives only after the start, with or without a row.
    await pool.query(`delete from ${things.table} where published and key = 'a'`);
    await late();
    await expect.poll(lastOfA, { timeout: 30_000 }).toEqual({ revision: revision + 1, removed: true });
  });

  it('leaves removed and existing rows alone', async ({ things, expect }) => {
    await things.put(5, 'active');
    await things.published('gone', 3, null);
    await things.start();
    await things.publishedUpTo(5);
    expect(await things.lastOfEach()).toEqual(
      new Map([
        ['gone', { revision: 3, removed: true }],
        ['a', { revision: 5, removed: false }],
      ]),
    );
    expect((await pool.query(`select key from ${things.table}`)).rows).toEqual([{ key: 'a' }]);
  });

  it.for([
    ['another value', 'suspended'],
    ['a removal', null],
  ] as const)('ends with %s again after a start, whatever a former process had left on its way', async ([, body], { things, expect }) => {
    await things.start();
    things.lost = 1;
    await things.put(5, 'active');
    await expect.poll(() => things.onTheWay.length).toBe(1);
    await things.put(7, body);
    await things.publishedUpTo(7);
    await things.stop();
    await things.land();
    await things.start();
    await expect.poll(things.last, { timeout: 30_000 }).toEqual(new Map([['a', 7]]));
    // The same if it arrives only after the start.
    await things.published('a', 5, 'active');
    await expect.poll(things.last, { timeout: 30_000 }).toEqual(new Map([['a', 7]]));
  });

  it('matches the table again after the database was restored from a backup', async ({ things, expect }) => {
    await pool.query(
      `insert into ${things.table} values ('same', 1, 'same', true), ('changed', 2, 'as in the backup', true), ` +
        "('removed', 3, 'as in the backup', true)",
    );
    for (const [key, revision, value] of [
      ['same', 1, 'same'],
      ['changed', 1007, 'since'],
      ['removed', 1008, null],
      ['made', 1009, 'since'],
    ] as const)
      await things.published(key, revision, value);
    await things.start();
    await expect
      .poll(things.values, { timeout: 30_000 })
      .toEqual({ same: 'same', changed: 'as in the backup', removed: 'as in the backup', made: null });
    const revisions = await things.last();
    expect(revisions.get('same')).toBe(1);
    // Readers ignore records that are not newer than what they know.
    for (const key of ['changed', 'removed', 'made']) expect(revisions.get(key)).toBeGreaterThan(1009);
    expect(await things.repairs()).toEqual({ newer: 3 });
    const keys = expect.toSatisfy((each: string[]) => [...each].sort().join() === 'changed,made,removed') as string[];
    expect(await things.notes()).toEqual([{ older_database: true, records: 3, keys }]);
    const { rows } = await pool.query<{ next: number }>(`select nextval('${things.table}_revision') as next`);
    expect(Number(rows[0]!.next)).toBeGreaterThan(Math.max(...revisions.values()));
  });

  it('keeps the records that its service takes over from it', async ({ things, expect }) => {
    await pool.query(`insert into ${things.table} values ('other', 1, 'there', true)`);
    await things.published('other', 1, 'there');
    await things.published('revoked', 5, 'since');
    await things.start({
      keepNewer: async (client, found) => {
        const { revision, value } = found.get('revoked')!;
        await client.query(`insert into ${things.table} values ('revoked', $1, $2, true)`, [revision, value]);
        return 1;
      },
    });
    await things.stop();
    expect(await things.values()).toEqual({ other: 'there', revoked: 'since' });
    expect([await things.repairs(), await things.notes()]).toEqual([{ newer: 1 }, [{ older_database: true, records: 1, keys: [] }]]);
  });

  it('has lost nothing that is published while it is read', async ({ things, expect }) => {
    await things.start({
      lateMs: 500,
      lastRecords: async () => {
        const last = await things.lastOfEach();
        if (++things.compared === 2) {
          await things.put(5, 'active');
          await things.publishedUpTo(5);
        }
        return last;
      },
    });
    await things.publishedUpTo(0);
    await expect.poll(() => things.compared, { timeout: 20_000 }).toBe(2);
    await expect.poll(things.last, { timeout: 20_000 }).toEqual(new Map([['a', 5]]));
    await sleep(500);
    expect([await things.repairs(), await things.notes()]).toEqual([{}, []]);
  });

  it('loses nothing to an empty table, which is the wrong database or a new one', async ({ things, expect }) => {
    await things.published('there', 5, 'value');
    await things.start();
    await things.stop();
    expect(await things.values()).toEqual({ there: 'value' });
  });
});

describe('a topic of states whose broker changes while the publisher runs', () => {
  const LATE = 1_000;

  it.for([
    ['is another one after a lost connection', true],
    ['was deleted and created again', false],
  ] as const)('has everything again when it %s', async ([, isCut], { things, expect }) => {
    const { topic } = things;
    await things.start({ lateMs: LATE, watch: (onChance) => new LogWatch({ kafka: proxied, topic, logger, onChance }) });
    await things.put(5, 'active');
    await things.publishedUpTo(5);
    // At the start and once more, without another request.
    await expect.poll(() => things.compared, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    await sleep(2 * LATE);
    if (isCut) proxy.cut();
    await things.replace();
    expect(await things.last()).toEqual(new Map());
    if (isCut) proxy.restore();
    await expect.poll(things.last, { timeout: 45_000 }).toEqual(new Map([['a', 5]]));
    expect([await things.repairs(), await things.notes()]).toEqual([{ lost: 1 }, [{ older_database: false, records: 1, keys: ['a'] }]]);
  });

  it('is not read more often than once in a while, however often the connection is lost', async ({ things, expect }) => {
    let onChance = (): void => undefined;
    await things.start({
      watch: (each) => ((onChance = each), { start: () => undefined, close: () => Promise.resolve() }),
      lateMs: LATE,
    });
    await expect.poll(() => things.compared, { timeout: 10_000 }).toBe(2);
    await sleep(2 * LATE);
    expect(things.compared).toBe(2);
    for (let i = 0; i < 20; i++) {
      onChance();
      await sleep(LATE / 20);
    }
    await sleep(2 * LATE);
    // At once, and once more for records that were lost in the meantime.
    expect(things.compared).toBeGreaterThanOrEqual(3);
    expect(things.compared).toBeLessThanOrEqual(5);
  });
});
