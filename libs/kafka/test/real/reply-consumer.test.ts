import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { ReplyConsumer } from '#kafka/reading/reply-consumer.js';
import { API } from '#testing/tcp-proxy.js';
import { type ProxiedSpace, proxiedSpace, silent, until } from './kafka-fixture.js';

let proxied: ProxiedSpace;
let producer: CoalescingProducer;
let topic: string;
let fatal: Error[] = [];
let metrics: Registry;
const open: ReplyConsumer[] = [];

beforeAll(async () => {
  proxied = await proxiedSpace('replies');
  topic = `${proxied.space.prefix}object.outcomes`;
  producer = new CoalescingProducer({ kafka: proxied.space.kafka, maxQueuedBytes: 10_000_000, logger: silent });
  await producer.connect();
});
afterEach(async () => {
  fatal = [];
  proxied.proxy.restore();
  proxied.proxy.clearFaults();
  await Promise.all(open.splice(0).map((consumer) => consumer.close()));
});
afterAll(async () => {
  await producer.close();
  await proxied.close();
});

async function gateway(
  partition: number,
  seen: string[],
  onValue: (value: string) => void | Promise<void> = () => undefined,
): Promise<ReplyConsumer> {
  metrics = new Registry();
  const consumer = new ReplyConsumer({
    kafka: proxied.kafka,
    topic,
    partition,
    groupId: `${proxied.space.prefix}gateway`,
    logger: silent,
    metrics,
    onFatal: (error) => fatal.push(error),
    onRecords: async (records) => {
      for (const { value } of records) {
        seen.push(String(value));
        await onValue(String(value));
      }
    },
  });
  open.push(consumer);
  consumer.start();
  await until(() => consumer.ready());
  return consumer;
}

const write = (partition: number, ...values: string[]): Promise<void> =>
  producer.send(values.map((value) => ({ topic, partition, key: null, value })));

describe('a reply consumer', () => {
  it('sees records written after it was ready, of its partition only', async () => {
    await write(1, 'before');
    const seen: string[] = [];
    await gateway(1, seen);
    await Promise.all([write(1, 'a', 'b'), write(2, 'foreign')]);
    await until(() => seen.length >= 2);
    await sleep(300);
    expect(seen).toEqual(['a', 'b']);
  });

  it('is not disturbed when other gateways come and go', async () => {
    const seen: string[] = [];
    await gateway(1, seen);
    const joins = proxied.proxy.requests(API.joinGroup);
    const other = await gateway(2, []);
    await write(1, 'while two');
    await other.close();
    await write(1, 'alone again');
    await until(() => seen.length === 2);
    // Only the other one's own join, for which kafkajs may need two requests.
    expect(proxied.proxy.requests(API.joinGroup) - joins).toBeLessThanOrEqual(2);
  });

  it('continues where it was after its connection broke', async () => {
    const seen: string[] = [];
    const consumer = await gateway(3, seen);
    await write(3, 'one');
    await until(() => seen.length === 1);
    proxied.proxy.cut();
    await write(3, 'two', 'three');
    await sleep(1500);
    proxied.proxy.restore();
    await until(() => seen.length >= 3, 30_000);
    expect(seen).toEqual(['one', 'two', 'three']);
    await until(() => consumer.ready());
    expect(fatal).toEqual([]);
  });

  it('shows its lag from the start, including records not fetched yet', async () => {
    const lag = async (): Promise<unknown> => (await metrics.getSingleMetric('waymark_kafka_lag_records')?.get())?.values;
    const labels = { topic, partition: 3 };
    const seen: string[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await gateway(3, seen, () => held);
    expect(await lag()).toEqual([{ labels, value: 0 }]);
    // More than one fetch returns (1 MB).
    proxied.proxy.cut();
    for (const value of ['a', 'b', 'c']) await write(3, value.repeat(700_000));
    proxied.proxy.restore();
    await until(() => seen.length === 1, 30_000);
    expect(await lag()).toEqual([{ labels, value: 3 }]);
    goOn();
    await until(() => seen.length === 3, 30_000);
    await vi.waitFor(async () => expect(await lag()).toEqual([{ labels, value: 0 }]), { timeout: 15_000 });
  });

  it('outlives a TypeError of its handler', async () => {
    const seen: string[] = [];
    await gateway(0, seen, (value) => {
      if (value === 'bad') (undefined as unknown as { boom(): void }).boom();
    });
    await write(0, 'bad');
    await write(0, 'good');
    await until(() => seen.includes('good'));
    expect(fatal).toEqual([]);
  });
});
