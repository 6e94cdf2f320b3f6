import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { DeadLetterDesk, UnknownLetterError } from '#kafka/dead-letters/dead-letter-desk.js';
import { deadLetterTopic, DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { logOf, silent } from './kafka-fixture.js';

let space: TestSpace;
let producer: CoalescingProducer;
let source: string;
let desk: DeadLetterDesk;

beforeAll(async () => {
  space = await createTestSpace('letters');
  producer = new CoalescingProducer({ kafka: space.kafka, maxQueuedBytes: 50_000_000, logger: silent });
  source = `${space.prefix}object.commands`;
  desk = new DeadLetterDesk({ kafka: space.kafka, producer, topic: deadLetterTopic(source), logger: silent });
});
afterAll(async () => {
  await producer.close();
  await space.close();
});

function record(offset: number, value: Buffer = Buffer.from(`value ${offset}`)): ConsumedRecord {
  return {
    topic: source,
    partition: 2,
    offset,
    timestamp: 1,
    key: Buffer.from([0xff, offset]),
    value,
    headers: { ce_id: Buffer.from(`id-${offset}`) },
  };
}

/** The connection, which triggers an event just before the n-th request for the end of the topic. */
function onLook(count: number, event: () => Promise<void>): KafkaConnection {
  let looks = 0;
  const kafka = Object.create(space.kafka) as KafkaConnection;
  kafka.admin = (...options) => {
    const admin = space.kafka.admin(...options);
    const fetchTopicOffsets: typeof admin.fetchTopicOffsets = async (topic) => {
      if (++looks === count) await event();
      return admin.fetchTopicOffsets(topic);
    };
    return { ...admin, fetchTopicOffsets };
  };
  return kafka;
}

describe('dead letters', () => {
  it('are listed, shown, replayed as they were and dropped, and are gone afterwards', async () => {
    const writer = new DeadLetterWriter(producer);
    for (const offset of [11, 12, 13, 14]) await writer.write(record(offset), `reason ${offset}`);

    const letters = await desk.list();
    expect(letters.map(({ offset, reason, source: from, size }) => ({ offset, reason, from, size }))).toEqual(
      [11, 12, 13, 14].map((offset, index) => ({
        offset: index,
        reason: `reason ${offset}`,
        from: { topic: source, partition: 2, offset },
        size: 8,
      })),
    );
    const shown = await desk.show(1);
    expect([String(shown.value), String(shown.headers['ce_id']), Object.keys(shown.headers)]).toEqual(['value 12', 'id-12', ['ce_id']]);

    await expect(desk.list(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    await expect(desk.show(1, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');

    await desk.replay([1]);
    await desk.drop([0, 2]);
    expect((await desk.list()).map(({ offset }) => offset)).toEqual([3]);
    expect(await logOf(space.kafka, source, 2)).toEqual(['value 12']);
    await expect(desk.replay([3, 1])).rejects.toThrow(UnknownLetterError);
    expect(await logOf(space.kafka, source, 2)).toEqual(['value 12']);

    await desk.replay([3]);
    expect(await desk.list()).toEqual([]);
    expect(await logOf(space.kafka, source, 2)).toEqual(['value 12', 'value 14']);
  });

  it('that is written while the topic is being trimmed stays', async () => {
    const writer = new DeadLetterWriter(producer);
    expect(await desk.list()).toEqual([]);
    await writer.write(record(21), 'dealt with');
    const meanwhile = onLook(3, () => writer.write(record(22), 'meanwhile'));
    const busy = new DeadLetterDesk({ kafka: meanwhile, producer, topic: deadLetterTopic(source), logger: silent });
    await busy.drop((await desk.list()).map(({ offset }) => offset));
    expect((await desk.list()).map(({ reason }) => reason)).toEqual(['meanwhile']);
    await desk.drop((await desk.list()).map(({ offset }) => offset));
  });

  it('of a record at the size limit keep everything but the value', async () => {
    const before = (await desk.list()).length;
    await new DeadLetterWriter(producer).write(record(99, Buffer.alloc(6 * 1024 * 1024)), 'too large');
    const letters = await desk.list();
    expect(letters).toHaveLength(before + 1);
    expect(letters.at(-1)).toMatchObject({ size: 0, source: { offset: 99 }, reason: expect.stringContaining('6291456 bytes') });
  });
});
