import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import { type LastRecord, lastRecords } from '#kafka/reading/last-records.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import { createPool } from '#postgres/pool.js';
import { RowPublisher, type RowPublisherOptions } from '#postgres/row-publisher.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

interface Row {
  key: string;
  revision: number;
  body: string | null;
}

/** Longer than it takes to look at a topic a few times. */
const LATE_MS = 9_000;
const logger = pino({ level: 'silent' });
let space: TestSpace;
let pool: Pool;
let producer: CoalescingProducer;
let topic: string;
let publisher: RowPublisher<Row>;
/** Answers the next sends with an unknown outcome; what they sent is on its way and has not landed. */
let lost = 0;
let onTheWay: OutgoingRecord[] = [];
let count = 0;

beforeAll(async () => {
  space = await createTestSpace('row-publisher');
  pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 3, applicationName: 'row-publisher' });
  await pool.query(`create schema if not exists ${space.schemas.objects}`);
  await pool.query('create sequence thing_revision start 100');
  await pool.query(
    'create table thing (key text primary key, revision bigint not null, body text, published boolean not null default false)',
  );
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 1_000_000, logger });
  await producer.connect();
});
afterAll(async () => {
  await producer.close();
  await pool.end();
  await space.close();
});
beforeEach(async () => {
  topic = `${space.prefix}things-${++count}`;
  [lost, onTheWay] = [0, []];
  await pool.query('truncate thing; alter sequence thing_revision restart');
  const admin = space.kafka.admin();
  await admin.connect();
  await createLedTopics(admin, [{ topic, numPartitions: 1 }]);
  await admin.disconnect();
});
afterEach(() => publisher.stop());

async function start(options: Pick<RowPublisherOptions<Row>, 'keepNewer'> = {}): Promise<void> {
  publisher = new RowPublisher<Row>({
    pool,
    producer: {
      send: (records) => {
        if (lost-- <= 0) return producer.send(records);
        onTheWay.push(...records);
        return Promise.reject(new BrokerUnavailableError('unknown', 'The broker did not answer.'));
      },
    },
    table: { name: 'thing', key: 'key', keyType: 'text', sequence: 'thing_revision' },
    orderLock: `select pg_advisory_xact_lock(${count})`,
    ...options,
    columns: 'body',
    recordOf: ({ key, revision, body }) => ({ topic, partition: 0, key, value: body, headers: { revision: String(revision) } }),
    rowsAtOnce: 10,
    lateMs: LATE_MS,
    lastRecords: () => lastOfEach(() => true),
    insertRemoved: async (client, orphans) => {
      await client.query(`insert into thing select k, nextval('thing_revision'), null from unnest($1::text[]) k on conflict do nothing`, [
        orphans.map(({ key }) => key),
      ]);
    },
    turn: `turn-${count}`,
    logger,
  });
  await publisher.start();
}

const lastOfEach = (wantsValue?: () => boolean): Promise<Map<string, LastRecord>> =>
  lastRecords(space.kafka, topic, 'revision', logger, wantsValue);
const last = async (): Promise<Map<string, number>> => new Map([...(await lastOfEach())].map(([key, { revision }]) => [key, revision]));
const put = (revision: number, body: string | null): Promise<unknown> =>
  pool.query(
    'insert into thing values ($1, $2, $3) on conflict (key) do update set revision = excluded.revision, ' +
      'body = excluded.body, published = false',
    ['a', revision, body],
  );
const values = async (): Promise<Record<string, string | null | undefined>> =>
  Object.fromEntries([...(await lastOfEach(() => true))].map(([key, { value }]) => [key, value]));
/** As an earlier process has published it. */
const published = (key: string, revision: number, value: string | null): Promise<void> =>
  producer.send([{ topic, partition: 0, key, value, headers: { revision: String(revision) } }]);
/** Records given up long ago reach the log, after newer ones. */
const land = (): Promise<void> => producer.send(onTheWay.splice(0));

describe('a topic of states', () => {
  it('ends with the newest record of a key, although an older one of unknown outcome lands behind it', async () => {
    await start();
    lost = 1;
    await put(5, 'active');
    await expect.poll(() => onTheWay.length).toBe(1);
    await put(7, 'suspended');
    await publisher.publishedUpTo(7, 15_000);
    expect(await last()).toEqual(new Map([['a', 7]]));
    await land();
    expect(await last()).toEqual(new Map([['a', 5]]));
    await expect.poll(last, { timeout: 30_000 }).toEqual(new Map([['a', 7]]));
  });

  it('ends with a removal that was published, although its row is gone when the older one lands', async () => {
    await start();
    lost = 1;
    await put(5, 'active');
    await expect.poll(() => onTheWay.length).toBe(1);
    await put(7, null);
    await publisher.publishedUpTo(7, 15_000);
    await pool.query('delete from thing where body is null and published');
    await land();
    const values: (string | null)[] = [];
    const read = async (): Promise<string | null | undefined> => {
      const { readPartition } = await import('#kafka/reading/read-partition.js');
      values.length = 0;
      await readPartition({
        kafka: space.kafka,
        topic,
        partition: 0,
        logger,
        onRecord: ({ value }) => void values.push(value && String(value)),
      });
      return values.at(-1);
    };
    expect(await read()).toBe('active');
    await expect.poll(read, { timeout: 30_000 }).toBe(null);
  });

  it('ends with a removal again after a start, although its row is gone and an older record has landed behind it', async () => {
    await start();
    await put(5, 'active');
    await put(7, null);
    await publisher.publishedUpTo(7, 15_000);
    await publisher.stop();
    await pool.query("delete from thing; insert into thing values ('other', 1, 'there', true)");
    const late = (): Promise<void> => producer.send([{ topic, partition: 0, key: 'a', value: 'active', headers: { revision: '5' } }]);
    await late();
    await start();
    const lastOfA = async (): Promise<LastRecord | undefined> => (await lastOfEach()).get('a');
    await expect.poll(lastOfA, { timeout: 30_000 }).toMatchObject({ removed: true });
    const { revision } = (await lastOfA())!;
    expect(revision).toBeGreaterThanOrEqual(100);
    // And when it lands only after the start, whether the row is gone again or not.
    await pool.query("delete from thing where published and key = 'a'");
    await late();
    await expect.poll(lastOfA, { timeout: 30_000 }).toEqual({ revision: revision + 1, removed: true });
  });

  it('leaves removed and existing rows alone', async () => {
    await put(5, 'active');
    await producer.send([{ topic, partition: 0, key: 'gone', value: null, headers: { revision: '3' } }]);
    await start();
    await publisher.publishedUpTo(5, 15_000);
    expect(await lastOfEach()).toEqual(
      new Map([
        ['gone', { revision: 3, removed: true }],
        ['a', { revision: 5, removed: false }],
      ]),
    );
    expect((await pool.query('select key from thing')).rows).toEqual([{ key: 'a' }]);
  });

  it.each([
    ['another value', 'suspended'],
    ['a removal', null],
  ])('ends with %s again after a start, whatever a former process had left on its way', async (_, body) => {
    await start();
    lost = 1;
    await put(5, 'active');
    await expect.poll(() => onTheWay.length).toBe(1);
    await put(7, body);
    await publisher.publishedUpTo(7, 15_000);
    await publisher.stop();
    await land();
    await start();
    await expect.poll(last, { timeout: 30_000 }).toEqual(new Map([['a', 7]]));
    // And when it lands only after the start.
    await producer.send([{ topic, partition: 0, key: 'a', value: 'active', headers: { revision: '5' } }]);
    await expect.poll(last, { timeout: 30_000 }).toEqual(new Map([['a', 7]]));
  });

  it('matches the table again after the database was restored from a backup', async () => {
    await pool.query(
      "insert into thing values ('same', 1, 'same', true), ('changed', 2, 'as in the backup', true), " +
        "('removed', 3, 'as in the backup', true)",
    );
    for (const [key, revision, value] of [
      ['same', 1, 'same'],
      ['changed', 1007, 'since'],
      ['removed', 1008, null],
      ['made', 1009, 'since'],
    ] as const)
      await published(key, revision, value);
    await start();
    await expect
      .poll(values, { timeout: 30_000 })
      .toEqual({ same: 'same', changed: 'as in the backup', removed: 'as in the backup', made: null });
    const revisions = await last();
    expect(revisions.get('same')).toBe(1);
    // Readers take nothing that is not newer than what they know.
    for (const key of ['changed', 'removed', 'made']) expect(revisions.get(key)).toBeGreaterThan(1009);
    const { rows } = await pool.query<{ next: number }>("select nextval('thing_revision') as next");
    expect(Number(rows[0]!.next)).toBeGreaterThan(Math.max(...revisions.values()));
  });

  it('keeps the records that its service takes over from it', async () => {
    await pool.query("insert into thing values ('other', 1, 'there', true)");
    await published('other', 1, 'there');
    await published('revoked', 5, 'since');
    await start({
      keepNewer: async (client, found) => {
        const { revision, value } = found.get('revoked')!;
        await client.query("insert into thing values ('revoked', $1, $2, true)", [revision, value]);
        return 1;
      },
    });
    await publisher.stop();
    expect(await values()).toEqual({ other: 'there', revoked: 'since' });
  });

  it('loses nothing to an empty table, which is the wrong database or a new one', async () => {
    await published('there', 5, 'value');
    await start();
    await publisher.stop();
    expect(await values()).toEqual({ there: 'value' });
  });
});
