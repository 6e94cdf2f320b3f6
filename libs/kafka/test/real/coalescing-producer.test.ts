import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKafka } from '#kafka/connection/connection.js';
import { CoalescingProducer, type CoalescingProducerOptions } from '#kafka/producing/coalescing-producer.js';
import { BrokerUnavailableError, RecordTooLargeError } from '#kafka/producing/send-errors.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { API, TcpProxy } from '#testing/tcp-proxy.js';
import { logOf, type ProxiedSpace, proxiedSpace, silent, until } from './kafka-fixture.js';

let proxied: ProxiedSpace;
let topic: string;
const open: CoalescingProducer[] = [];

beforeAll(async () => {
  proxied = await proxiedSpace('producer');
  topic = `${proxied.space.prefix}object.commands`;
});
afterAll(() => proxied?.close());
afterEach(async () => {
  proxied.proxy.thaw();
  proxied.proxy.restore();
  proxied.proxy.clearFaults();
  await Promise.all(open.splice(0).map((producer) => producer.close()));
});

async function producer(options: Partial<CoalescingProducerOptions> = {}): Promise<CoalescingProducer> {
  const made = new CoalescingProducer({ kafka: proxied.kafka, maxQueuedBytes: 10_000_000, logger: silent, ...options });
  open.push(made);
  await made.connect();
  return made;
}

function records(label: string, count: number, partition = 0): OutgoingRecord[] {
  return Array.from({ length: count }, (_, index) => ({ topic, partition, key: null, value: `${label}-${index}` }));
}

async function outcome(send: Promise<void>): Promise<string> {
  return send.then(
    () => 'acknowledged',
    (error: unknown) => (error instanceof BrokerUnavailableError ? error.outcome : String(error)),
  );
}

/** Those of the labels whose records are not all in the log. */
async function missing(labels: string[], count: number, partition = 0): Promise<string[]> {
  const log = new Set(await logOf(proxied.space.kafka, topic, partition));
  return labels.filter((label) => records(label, count).some(({ value }) => !log.has(String(value))));
}

describe('a coalescing producer', () => {
  it('puts sends that arrive while one is under way into one request', async () => {
    const lane = await producer();
    await lane.send(records('warm', 1));
    const before = proxied.proxy.requests(API.produce);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => sleep(index % 3).then(() => lane.send(records(`many${index}`, 2, index % 3)))),
    );
    expect(proxied.proxy.requests(API.produce) - before).toBeLessThan(20);
    expect(lane.queuedBytes).toBe(0);
  });

  it('keeps every acknowledged record when answers get lost under concurrent sends of equal size (rules 1 and 2)', async () => {
    const lane = await producer({ sendTimeoutMs: 1000 });
    const acknowledged: string[] = [];
    let failed = 0;
    for (let round = 0; round < 6; round++) {
      proxied.proxy.inject({ apiKey: API.produce, after: 1, count: 1 + (round % 3), effect: round % 2 === 0 ? 'drop' : 'reset' });
      const sends = Array.from({ length: 8 }, async (_, index) => {
        await sleep(index * 3);
        const label = `rule1-${round}-${index}`;
        if ((await outcome(lane.send(records(label, 10)))) === 'acknowledged') acknowledged.push(label);
        else failed++;
      });
      await Promise.all(sends);
      await until(() => lane.ready);
      proxied.proxy.clearFaults();
    }
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(failed).toBeGreaterThan(0);
    expect(await missing(acknowledged, 10)).toEqual([]);
  });

  it('stores an equal send after one that gave up (rule 2)', async () => {
    const lane = await producer({ sendTimeoutMs: 2000 });
    await lane.send(records('rule2-warm', 10));
    proxied.proxy.inject({ apiKey: API.produce, count: 2, effect: 'drop' });
    expect(await outcome(lane.send(records('rule2-lost', 10)))).toBe('unknown');
    expect(await outcome(lane.send(records('rule2-next', 10)))).toBe('acknowledged');
    expect(await missing(['rule2-next'], 10)).toEqual([]);
  });

  it('settles within its time when the connection turns into a black hole, and continues over a new one (rule 3)', async () => {
    const lane = await producer({ sendTimeoutMs: 2000 });
    await lane.send(records('rule3-warm', 1));
    proxied.proxy.freeze();
    const start = performance.now();
    expect(await outcome(lane.send(records('rule3-lost', 3)))).toBe('unknown');
    expect(performance.now() - start).toBeLessThan(4000);
    expect(lane.ready).toBe(false);
    expect(await outcome(lane.send(records('rule3-waiting', 3)))).toBe('not-sent');
    expect(lane.queuedBytes).toBe(0);
    proxied.proxy.thaw();
    await until(() => lane.ready);
    expect(await outcome(lane.send(records('rule3-after', 3)))).toBe('acknowledged');
    expect(await missing(['rule3-after'], 3)).toEqual([]);
  });

  it('takes a new producer before the sequence could wrap (rule 4)', async () => {
    const lane = await producer({ renewAfterRecords: 10 });
    const before = proxied.proxy.requests(API.initProducerId);
    for (let index = 0; index < 6; index++) await lane.send(records(`rule4-${index}`, 5));
    expect(proxied.proxy.requests(API.initProducerId) - before).toBeGreaterThanOrEqual(2);
    expect(await missing(['rule4-0', 'rule4-1', 'rule4-2', 'rule4-3', 'rule4-4', 'rule4-5'], 5)).toEqual([]);
  });

  it('refuses sends beyond its bounds at once, and takes later ones that fit', async () => {
    const lane = await producer({ maxQueuedBytes: 3000, maxRecordBytes: 2500 });
    await expect(lane.send([{ topic, partition: 0, key: null, value: 'x'.repeat(2600) }])).rejects.toBeInstanceOf(RecordTooLargeError);
    const big = (): Promise<string> => outcome(lane.send([{ topic, partition: 0, key: null, value: 'x'.repeat(2000) }]));
    const [first, second] = await Promise.all([big(), big()]);
    expect([first, second]).toEqual(['acknowledged', 'not-sent']);
    expect(await big()).toBe('acknowledged');
  });

  it('splits a send that is larger than a request, and resolves when all of it is written', async () => {
    const lane = await producer({ maxQueuedBytes: 100_000_000 });
    const large = Array.from({ length: 12 }, (_, index) => ({ topic, partition: 1, key: null, value: `${index}-`.padEnd(900_000, 'y') }));
    await lane.send(large);
    const log = await logOf(proxied.space.kafka, topic, 1);
    expect(log.filter((value) => value.endsWith('y')).map((value) => Number.parseInt(value, 10))).toEqual(large.map((_, index) => index));
  });

  it('waits for a broker that is away, refuses in time, and sends once it is back', async () => {
    const away = await TcpProxy.start(proxied.space.brokers[0]!, { kafka: true });
    away.cut();
    const lane = new CoalescingProducer({
      kafka: createKafka({ brokers: [away.address], clientId: 'away', logger: silent }),
      maxQueuedBytes: 1_000_000,
      sendTimeoutMs: 1000,
      logger: silent,
    });
    open.push(lane);
    const connected = lane.connect();
    const start = performance.now();
    expect(await outcome(lane.send(records('away', 1)))).toBe('not-sent');
    expect(performance.now() - start).toBeLessThan(3000);
    expect(lane.ready).toBe(false);
    away.restore();
    await connected;
    expect(await outcome(lane.send(records('back', 1)))).toBe('acknowledged');
    await lane.close();
    await away.close();
  });

  it('finishes sends under way when it is closed and takes no further ones', async () => {
    const lane = await producer();
    const sends = Array.from({ length: 20 }, (_, index) => outcome(lane.send(records(`close${index}`, 3))));
    await lane.close();
    expect(new Set(await Promise.all(sends))).toEqual(new Set(['acknowledged']));
    expect(await outcome(lane.send(records('late', 1)))).toBe('not-sent');
  });
});
