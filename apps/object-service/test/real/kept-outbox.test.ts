import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { createDataSource } from '#postgres/data-source.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { migrate } from '#postgres/migrate.js';
import { LOST } from '#postgres/outbox-table.js';
import { packedText } from '#postgres/packed-text.js';
import { createPool } from '#postgres/pool.js';
import { Tenure } from '#postgres/tenure.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { objectOutbox, objectsInOutbox } from '../../src/publishing/object-outbox.js';
import { outboxPayload } from '../../src/publishing/outbox-payload.js';
import { OutgoingRecords } from '../../src/publishing/outgoing-records.js';
import { CONSUMER } from '../../src/storage/consumer.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { readProgress } from '../../src/storage/published-places.js';

const logger = pino({ level: 'silent' });

describe('the outbox of published events', () => {
  let space: TestSpace;
  let pool: Pool;
  /** The log of partition 0, with one entry per event. */
  let log: string[];
  let connection: number | undefined;
  let acknowledgedEnd: number | undefined;
  /** The number of further sends that succeed; undefined: all. */
  let sends: number | undefined;
  /** Number of records stored by a failing send. */
  let storedOfFailed: number;
  let left: number;
  let lost: { publishedAgain: number; missing: number }[];

  beforeAll(async () => {
    space = await createTestSpace('kept-outbox', { topics: false });
    const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.objects, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.objects, max: 4, applicationName: 'test' });
  });
  afterAll(async () => {
    await pool?.end();
    await space?.close();
  });

  beforeEach(async () => {
    await pool.query('truncate outbox, partition_offset');
    await readProgress(pool, [0]);
    [log, connection, acknowledgedEnd, sends, lost, left, storedOfFailed] = [[], 1, undefined, undefined, [], 0, 0];
  });

  function owner(retentionMs = 60_000, tenure = new Tenure(pool, CONSUMER)): KeptOutbox {
    const producer = {
      get connection() {
        return connection;
      },
      acknowledgedEnd: () => acknowledgedEnd,
      send: async (records: readonly OutgoingRecord[], only?: number) => {
        const fails = only !== connection || sends === 0;
        if (sends !== undefined) sends--;
        for (const { value } of fails ? records.slice(0, storedOfFailed) : records)
          log.push((JSON.parse(String(value)) as { externalId: string }).externalId);
        if (fails) throw new BrokerUnavailableError('unknown', 'gone');
        acknowledgedEnd = log.length;
      },
    } as unknown as CoalescingProducer;
    const published = new PublishedLog({
      kafka: undefined as never,
      topic: 'p.object.events',
      producer,
      givenAway: () => tenure.ended(),
      endsOf: async () => new Map([[0, { high: log.length }]]),
    });
    return new KeptOutbox({
      ...objectOutbox(pool, new OutgoingRecords('p.')),
      producer,
      log: published,
      retentionMs,
      logger,
      onLost: (counts) => void lost.push(counts),
      onLeft: () => void left++,
    });
  }

  const change = (externalId: string) => ({
    externalId,
    workspace: 'a',
    revision: 1,
    operationId: 'o',
    index: 0,
    observedAt: '2026-11-21T08:00:00.000Z',
    receivedAt: '2026-11-21T08:00:00.000Z',
    subject: 's',
  });

  /** A unit that ended at `upto` with one event of each of these objects. */
  async function committed(upto: number, ...ids: string[]): Promise<void> {
    const payload = outboxPayload(ids.map((id) => ({ kind: 'updated', change: change(id), json: JSON.stringify(change(id)) })));
    await pool.query('insert into outbox (partition, upto, body, events) values (0, $1, $2, $3)', [upto, packedText(payload), ids.length]);
    await pool.query('update partition_offset set next_offset = $1', [upto]);
  }
  /** The same, followed by publication as in UnitPublisher. */
  async function published(outbox: KeptOutbox, upto: number, ...ids: string[]): Promise<void> {
    await committed(upto, ...ids);
    await outbox.connection();
    log.push(...ids);
    acknowledgedEnd = log.length;
    outbox.acknowledged([{ partition: 0, upto }]);
  }
  const take = async (outbox: KeptOutbox): Promise<void> => outbox.take([0], await readProgress(pool, [0]));
  const rows = async (): Promise<number[]> =>
    (await pool.query<{ upto: number }>('select upto from outbox order by upto')).rows.map(({ upto }) => upto);
  /** The broker has restarted and lost its last events. */
  const brokerLost = (events: number): void => {
    log.splice(log.length - events);
    connection!++;
  };

  it('publishes rows with long texts, which are packed, and rows from before texts were packed', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `truck-${n}`);
    await committed(200, ...ids);
    const { rows: sizes } = await pool.query<{ bytes: number }>('select octet_length(body) as bytes from outbox');
    expect(sizes[0]!.bytes).toBeLessThan(3_000);
    await committed(201, 'crane');
    await pool.query(`update outbox set payload = convert_from(body, 'UTF8'), body = null where upto = 201`);
    await take(owner());
    expect(log).toEqual([...ids, 'crane']);
  });

  it('publishes exactly the events that a former owner has not marked as published', async () => {
    const former = owner();
    await take(former);
    await published(former, 1, 'a', 'b');
    await former.note();
    await committed(2, 'c');
    await take(owner());
    expect(log).toEqual(['a', 'b', 'c']);
    expect(await rows()).toEqual([1, 2]);
  });

  it('publishes exactly the events that the broker has lost again, in order and before anything else', async () => {
    const outbox = owner();
    await take(outbox);
    await published(outbox, 1, 'a', 'b');
    await published(outbox, 2, 'c');
    await published(outbox, 3, 'd', 'e');
    brokerLost(3);
    await published(outbox, 4, 'f');
    expect(log).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(lost).toEqual([{ publishedAgain: 3, missing: 3 }]);
  });

  it('lets the next owner do so, too, from the marks of the former one', async () => {
    const former = owner();
    await take(former);
    await published(former, 1, 'a', 'b');
    await published(former, 2, 'c');
    await former.note();
    await committed(3, 'd');
    brokerLost(1);
    await take(owner());
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });

  it('and the one after it, when that one ended half way', async () => {
    const former = owner();
    await take(former);
    for (const [upto, id] of ['a', 'b', 'c', 'd'].entries()) await published(former, upto + 1, id);
    await former.note();
    brokerLost(3);
    sends = 1;
    await expect(take(owner())).rejects.toThrow('gone');
    expect((await readProgress(pool, [0])).get(0)?.eventsEnd).toBe(LOST);
    // By its offsets, the log is as long as before.
    log.push('x', 'y', 'z');
    sends = undefined;
    const last = owner();
    await take(last);
    expect(log.slice(-4)).toEqual(['a', 'b', 'c', 'd']);
    await last.note();
    expect((await readProgress(pool, [0])).get(0)).toMatchObject({ eventsUpto: 4, eventsEnd: log.length });
  });

  it('publishes all of them again after a failure half way, however long the log is by then', async () => {
    const outbox = owner();
    await take(outbox);
    await published(outbox, 1, 'a', 'b');
    await published(outbox, 2, 'c', 'd', 'e', 'f');
    brokerLost(5);
    [sends, storedOfFailed] = [1, 3];
    await expect(outbox.connection()).rejects.toThrow('gone');
    expect(log).toEqual(['a', 'a', 'b', 'c', 'd', 'e']);
    sends = undefined;
    await outbox.connection();
    expect(log.slice(6)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('reports how many lost events are no longer kept', async () => {
    const outbox = owner(0);
    await take(outbox);
    for (const [upto, id] of ['a', 'b', 'c'].entries()) await published(outbox, upto + 1, id);
    await outbox.tidy();
    // The last one as well: the retention is zero.
    expect(await rows()).toEqual([]);
    await published(outbox, 4, 'd');
    brokerLost(3);
    await outbox.connection();
    expect(log).toEqual(['a', 'd']);
    expect(lost).toEqual([{ publishedAgain: 1, missing: 3 }]);
    await outbox.connection();
    expect(lost).toHaveLength(1);
  });

  it('deletes a row after a later one was acknowledged that much later', async () => {
    // Much longer than the first steps take.
    const outbox = owner(1000);
    await take(outbox);
    await published(outbox, 1, 'a');
    await outbox.tidy();
    expect(await rows()).toEqual([1]);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await published(outbox, 2, 'b');
    await outbox.tidy();
    expect(await rows()).toEqual([2]);
    expect((await readProgress(pool, [0])).get(0)).toMatchObject({ eventsUpto: 2, eventsEnd: 2 });
  });

  it('deletes those of an idle partition, unless the log has lost them', async () => {
    // Much longer than the time between the two; otherwise the first would be removed by the rule above.
    const outbox = owner(1000);
    await take(outbox);
    await published(outbox, 1, 'a');
    await published(outbox, 2, 'b');
    const [last] = log.splice(1);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await outbox.tidy();
    expect(await rows()).toEqual([1, 2]);
    log.push(last!);
    await expect.poll(async () => (await outbox.tidy(), rows()), { timeout: 5000, interval: 200 }).toEqual([]);
  });

  it('deletes no row of a partition that another process publishes, whose log is long enough although it has lost events', async () => {
    const tenure = new Tenure(pool, CONSUMER);
    await tenure.begin([0]);
    const former = owner(1000, tenure);
    await take(former);
    await published(former, 1, 'a');
    brokerLost(1);
    await new Tenure(pool, CONSUMER).begin([0]);
    log.push('b');
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await former.tidy();
    expect(await rows()).toEqual([1]);
  });

  it('sends nothing more for partitions of another process, on a connection opened since', async () => {
    const tenure = new Tenure(pool, CONSUMER);
    await tenure.begin([0]);
    const former = owner(60_000, tenure);
    await take(former);
    await published(former, 1, 'a');
    await new Tenure(pool, CONSUMER).begin([0]);
    const records = [
      { topic: 'p.object.events', partition: 0, key: 'b', value: '' },
      { topic: 'p.object.outcomes', partition: 0, key: null, value: '' },
    ];
    expect((await former.ready(records)).records).toHaveLength(2);
    brokerLost(1);
    expect((await former.ready(records)).records).toEqual(records.slice(1));
    expect([log, left]).toEqual([[], 1]);
    former.acknowledged([{ partition: 0, upto: 2 }]);
    await former.note();
    expect((await readProgress(pool, [0])).get(0)?.eventsUpto).toBe(0);
  });

  it('does not take its own next assignment for that of another process, before the database has answered', async () => {
    let answer: (() => void) | undefined;
    let waits = false;
    const slow = {
      query: async (text: string, values: unknown[]) => {
        const result = await pool.query(text, values);
        if (waits) await new Promise<void>((resolve) => (answer = resolve));
        return result;
      },
    } as unknown as Pool;
    const tenure = new Tenure(slow, CONSUMER);
    expect([...(await tenure.begin([0]))]).toEqual([]);
    waits = true;
    const beginning = tenure.begin([0]);
    await expect.poll(() => answer).toBeDefined();
    waits = false;
    expect([...(await tenure.ended())]).toEqual([]);
    answer!();
    expect([...(await beginning)]).toEqual([0]);
    await new Tenure(pool, CONSUMER).begin([0]);
    expect([...(await tenure.ended())]).toEqual([0]);
  });

  it('names the objects of the stored events', async () => {
    const outbox = owner();
    await take(outbox);
    await published(outbox, 1, 'a', 'b');
    await published(outbox, 2, 'a', 'c');
    expect([...(await objectsInOutbox(objectOutbox(pool, new OutgoingRecords('p.')), 0))]).toEqual(['a', 'b', 'c']);
  });
});
