import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKafka } from '#kafka/connection/connection.js';
import { guardRejections } from '#kafka/connection/rejection-guard.js';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { PartitionReader } from '#kafka/reading/partition-reader.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { createLogger } from '#telemetry/logger.js';

const logger = createLogger({ service: 'test', instance: 'guard', level: 'silent' });
// The test runner's own listener would fail the run.
let others: NodeJS.UnhandledRejectionListener[] = [];

beforeEach(() => {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
});
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
});

async function escape(reason: unknown): Promise<void> {
  void Promise.reject(reason);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the guard of rejections (rule 12)', () => {
  it('hands over escaped rejections, as errors, until it is removed', async () => {
    const fatal: Error[] = [];
    const remove = guardRejections(logger, (error) => fatal.push(error));
    await escape(new TypeError('from the client'));
    await escape('a text');
    expect(fatal.map((error) => `${error.name} ${error.message}`)).toEqual(['TypeError from the client', 'Error a text']);
    remove();
    expect(process.listenerCount('unhandledRejection')).toBe(0);
  });

  /** Nothing listens there, so both keep trying to connect, which is all that the test needs. */
  const kafka = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'guarded', logger });
  type Guarded = { close(): Promise<void> };

  function startTransport(onFatal: (error: Error) => void): Guarded {
    const transport = new UnitTransport({
      kafka,
      groupId: 'group',
      topic: 'topic',
      partitions: 1,
      processor: { assigned: () => Promise.resolve(new Map<number, number>()), process: () => Promise.resolve() },
      places: {
        read: () => Promise.resolve(new Map<number, never>()),
        goBack: () => Promise.resolve(),
        mark: () => Promise.resolve(),
        noteOlder: () => Promise.resolve(),
      },
      maxUnitRecords: 1,
      maxUnitBytes: 1,
      deadLetters: new DeadLetterWriter(new CoalescingProducer({ kafka, maxQueuedBytes: 1, logger })),
      fromBeginning: true,
      logger,
      metrics: new Registry(),
      onFatal,
    });
    transport.listen(() => undefined);
    return transport;
  }

  function startReader(onFatal: (error: Error) => void): Guarded {
    const reader = new PartitionReader({
      kafka,
      topic: 'topic',
      partition: 0,
      groupId: 'group',
      from: 0,
      onRecords: () => undefined,
      logger,
      onFatal,
    });
    reader.start();
    return reader;
  }

  it.each<[string, (onFatal: (error: Error) => void) => Guarded]>([
    ['a transport of units', startTransport],
    ['a reader of one partition', startReader],
  ])('is stood by %s from its start until it is closed', async (_name, start) => {
    // Without any listener, Node would end the test runner instead of failing the test.
    const bystander = (): void => undefined;
    process.on('unhandledRejection', bystander);
    const fatal: Error[] = [];
    const guarded = start((error) => fatal.push(error));
    try {
      await escape(new TypeError('from the background of the client'));
      expect(fatal.map(String)).toEqual(['TypeError: from the background of the client']);
    } finally {
      await guarded.close();
    }
    expect(process.listeners('unhandledRejection')).toEqual([bystander]);
  });
});
