import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKafka } from '#kafka/connection/connection.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { BrokerUnavailableError } from '#kafka/producing/send-errors.js';

const ENDLESS = 2000;

afterEach(() => vi.restoreAllMocks());

/** Counts microtasks and stops an endless chain of them, which would block all timers of a test. */
function countedMicrotasks(): { count: number } {
  const counted = { count: 0 };
  const original = globalThis.queueMicrotask;
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
    counted.count += 1;
    if (counted.count < ENDLESS) original(task);
  });
  return counted;
}

describe('a producer that is closed while the broker is away', () => {
  it('settles waiting sends as not sent, and lets the process end', async () => {
    const logger = pino({ level: 'silent' });
    const kafka = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'closing', logger });
    const producer = new CoalescingProducer({ kafka, maxQueuedBytes: 1000, sendTimeoutMs: 2000, logger });
    const microtasks = countedMicrotasks();
    const sent = producer.send([{ topic: 't', partition: 0, key: null, value: 'v' }]).then(
      () => 'acknowledged',
      (error: BrokerUnavailableError) => error.outcome,
    );
    await sleep(20);
    await producer.close();
    expect(await sent).toBe('not-sent');
    expect(microtasks.count).toBeLessThan(ENDLESS / 10);
  });
});
