import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKafka } from '#kafka/connection/connection.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import { createLedTopics } from '#kafka/topics/topics.js';
import { createDataSource } from '#postgres/data-source.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { Tenure } from '#postgres/tenure.js';
import { inTransaction } from '#postgres/transaction.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventPublisher } from '../../src/publishing/event-publisher.js';
import { areaOutbox, eventRecords } from '../../src/publishing/event-records.js';
import { CONSUMER } from '../../src/storage/consumer.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';
import { type CommittedEvents, insertOutbox, type OutgoingEvent } from '../../src/storage/outbox.js';

const logger = pino({ level: 'silent' });

/** The publishing part of one process of the area service. */
interface Process {
  publisher: EventPublisher;
  outbox: KeptOutbox;
  producer: CoalescingProducer;
  lost: { publishedAgain: number; missing: number }[];
  left: () => number;
}

describe('events of areas that the broker acknowledged and lost', () => {
  let space: TestSpace;
  let proxy: TcpProxy;
  let pool: Pool;
  let topic: string;
  const running: Process[] = [];

  beforeAll(async () => {
    space = await createTestSpace('kept-area-events', { partitions: 1 });
    proxy = await TcpProxy.start(space.brokers[0]!, { kafka: true });
    topic = `${space.prefix}area.events`;
    const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.area, entities: [], migrations: MIGRATIONS });
    await migrate(dataSource);
    await dataSource.destroy();
    pool = createPool({ url: space.databaseUrl, schema: space.schemas.area, max: 4, applicationName: 'test' });
  });
  afterAll(async () => {
    await pool?.end();
    await proxy?.close();
    await space?.close();
  });
  beforeEach(async () => {
    await pool.query('truncate outbox, partition_offset');
    await emptyTopic();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async ({ publisher, producer }) => (await publisher.stop(), producer.close())));
  });

  /** Empties the log, like a broker that had not written anything to its disk. */
  async function emptyTopic(): Promise<void> {
    const admin = space.kafka.admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topic] });
    await expect.poll(async () => (await admin.listTopics()).includes(topic)).toBe(false);
    await createLedTopics(admin, [{ topic, numPartitions: 1 }]);
    await admin.disconnect();
  }
  /** Restarts the broker without its newest events. */
  async function brokerLoses(): Promise<void> {
    await emptyTopic();
    proxy.reset();
  }

  async function start(retentionMs = 60_000): Promise<Process> {
    const kafka = createKafka({ brokers: [proxy.address], clientId: `area-${running.length}`, logger });
    const producer = new CoalescingProducer({ kafka, maxQueuedBytes: 10_000_000, logger });
    await producer.connect();
    const tenure = new Tenure(pool, CONSUMER);
    const recordOf = eventRecords(space.prefix);
    const stored = areaOutbox(pool, recordOf);
    const lost: Process['lost'] = [];
    let left = 0;
    const log = new PublishedLog({ kafka, topic, producer, givenAway: () => tenure.ended() });
    const outbox = new KeptOutbox({
      ...stored,
      producer,
      log,
      retentionMs,
      logger,
      onLost: (counts) => lost.push(counts),
      onLeft: () => left++,
    });
    const publisher = new EventPublisher({ outbox, table: stored.table, tenure, recordOf, logger });
    const process = { publisher, outbox, producer, lost, left: () => left };
    running.push(process);
    return process;
  }
  /** Retries like the transport. */
  async function takes({ publisher }: Process, owner: string): Promise<void> {
    publisher.begin(owner);
    await expect
      .poll(() =>
        publisher.take(owner, [0]).then(
          () => 'taken',
          (error: unknown) => String(error),
        ),
      )
      .toBe('taken');
  }

  const event = (externalId: string): OutgoingEvent => ({
    kind: 'entered',
    event: {
      eventId: `e-${externalId}`,
      workspace: 'w',
      externalId,
      areaId: 'a',
      areaRevision: 1,
      at: '2026-11-25T08:00:00.000Z',
      visitStartedAt: '2026-11-25T08:00:00.000Z',
      objectRevision: 1,
    },
  });
  const committed = (...ids: string[]): Promise<CommittedEvents[]> =>
    inTransaction(pool, (client) => insertOutbox(client, new Map([[0, ids.map(event)]])));
  async function published(process: Process, owner: string, ...ids: string[]): Promise<void> {
    await process.publisher.publish(owner, await committed(...ids));
  }
  async function log(): Promise<string[]> {
    const keys: string[] = [];
    await readPartition({ kafka: space.kafka, topic, partition: 0, logger, onRecord: ({ key }) => void keys.push(String(key)) });
    return keys;
  }
  const rows = async (): Promise<number> => (await pool.query('select from outbox')).rowCount!;

  it('are published again in their order, before any later event', async () => {
    const process = await start();
    await takes(process, 'first');
    await published(process, 'first', 'a', 'b');
    await published(process, 'first', 'c');
    expect(await log()).toEqual(['a', 'b', 'c']);
    await brokerLoses();
    await published(process, 'first', 'd');
    expect(await log()).toEqual(['a', 'b', 'c', 'd']);
    expect(process.lost).toEqual([{ publishedAgain: 3, missing: 3 }]);
  });

  it('are published again by the next owner, before the events that the previous owner committed and did not publish', async () => {
    const former = await start();
    await takes(former, 'first');
    await published(former, 'first', 'a', 'b');
    await published(former, 'first', 'c');
    await former.outbox.tidy();
    await committed('d');
    await brokerLoses();
    const next = await start();
    await takes(next, 'second');
    expect(await log()).toEqual(['a', 'b', 'c', 'd']);
    await published(next, 'second', 'e');
    expect(await log()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are not published twice by the next owner when nothing was lost', async () => {
    const former = await start();
    await takes(former, 'first');
    await published(former, 'first', 'a', 'b');
    await former.outbox.tidy();
    await takes(await start(), 'second');
    expect(await log()).toEqual(['a', 'b']);
  });

  it('are left to the next owner by a process that lost its partitions', async () => {
    const former = await start();
    await takes(former, 'first');
    await published(former, 'first', 'a');
    const next = await start();
    await takes(next, 'second');
    await brokerLoses();
    await published(former, 'first', 'late');
    expect(await log()).toEqual([]);
    expect(former.left()).toBe(1);
    await published(next, 'second', 'b');
    expect(await log()).toEqual(['a', 'b']);
  });

  it('end with the assignment under which they were committed, and are published by its successor', async () => {
    const process = await start();
    await takes(process, 'first');
    const late = await committed('a');
    await takes(process, 'second');
    await expect(process.publisher.publish('first', late)).rejects.toThrow('reassigned');
    expect(await log()).toEqual(['a']);
  });

  it('stay in the outbox until their retention ends, and no longer', async () => {
    const process = await start(2000);
    await takes(process, 'first');
    await published(process, 'first', 'a');
    await process.outbox.tidy();
    expect(await rows()).toBe(1);
    await expect.poll(async () => (await process.outbox.tidy(), rows()), { interval: 200 }).toBe(0);
  });

  it("are sent in several batches when one commit exceeds the producer's limit", async () => {
    const process = await start();
    await takes(process, 'first');
    const ids = Array.from({ length: 4_500 }, (_, n) => `o${n}`);
    await published(process, 'first', ...ids);
    await brokerLoses();
    await published(process, 'first', 'last');
    expect(await log()).toEqual([...ids, 'last']);
  });
});
