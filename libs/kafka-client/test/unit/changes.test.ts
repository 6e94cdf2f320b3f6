import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeHeaders, headerName } from '#kafka/records/record-headers.js';

const require = createRequire(import.meta.url);
const RequestQueue = require('../../kafkajs/src/network/requestQueue') as new (options: object) => EventEmitter & {
  push(request: object): void;
  fulfillRequest(response: object): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
};
const crc32C = require('../../kafkajs/src/protocol/recordBatch/crc32C/crc32C.js') as (bytes: Uint8Array) => number;
interface Message {
  key: string | Buffer | null;
  value: string | Buffer | null;
  headers: Record<string, string | string[]>;
  timestamp?: number;
}
interface Decoded {
  offset: string;
  timestamp: string;
  key: Buffer | null;
  value: Buffer | null;
  headers: Record<string, Buffer | Buffer[]>;
  headerBytes: Buffer;
}
const { RecordBatch, writeRecordBatch } = require('../../kafkajs/src/protocol/recordBatch/v0') as {
  RecordBatch(batch: object): Promise<{ buffer: Buffer }>;
  writeRecordBatch(messages: readonly Message[], batch: object): Buffer;
};
const encodeRecord = require('../../kafkajs/src/protocol/recordBatch/record/v0') as (record: object) => object;
const Encoder = require('../../kafkajs/src/protocol/encoder') as new () => {
  writeInt32(value: number): unknown;
  writeBuffer(bytes: Buffer): unknown;
  writeEncoder(other: object): unknown;
  size(): number;
  buffer: Buffer;
};
const Decoder = require('../../kafkajs/src/protocol/decoder') as new (bytes: Buffer) => object;
const decodeBatch = require('../../kafkajs/src/protocol/recordBatch/v0/decoder.js') as (decoder: object) => Promise<{ records: Decoded[] }>;
const groupMessagesPerPartition = require('../../kafkajs/src/producer/groupMessagesPerPartition') as (
  options: object,
) => Record<string, object[]>;

const logger = { debug: () => undefined, warn: () => undefined };

function queue(options: object = {}): InstanceType<typeof RequestQueue> {
  return new RequestQueue({
    maxInFlightRequests: null,
    requestTimeout: 1000,
    enforceRequestTimeout: true,
    clientId: 'c',
    broker: 'b',
    logger,
    ...options,
  });
}

function request(correlationId: number, reject: (error: Error) => void = () => undefined): object {
  return {
    entry: { correlationId, resolve: () => undefined, reject },
    expectResponse: true,
    requestTimeout: 1000,
    sendRequest: () => undefined,
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** CRC-32C bit by bit (RFC 3720, appendix B.4). */
function crcByBits(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ -1) >>> 0;
}

const FIRST = 1_795_000_000_000;
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constant('ä'.repeat(47)),
  fc.constant('x'.repeat(48)),
  fc.constant('😀'.repeat(5000)),
);
const field = fc.oneof(
  text,
  fc.constant(null),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const message: fc.Arbitrary<Message> = fc.record({
  key: field,
  value: field,
  headers: fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 3 })),
    { maxKeys: 10, noNullPrototype: true },
  ),
  timestamp: fc.integer({ min: FIRST, max: FIRST + 90_000 }),
});

/** Encoded with the client's original encoders, which Waymark no longer uses. */
async function encodedByParts(messages: readonly Message[]): Promise<Buffer> {
  const records = messages.map((each, offsetDelta) => encodeRecord({ ...each, offsetDelta, timestampDelta: each.timestamp! - FIRST }));
  const { buffer } = await RecordBatch({ ...batch, compression: 0, records, lastOffsetDelta: records.length - 1 });
  return buffer;
}

const batch = {
  firstTimestamp: FIRST,
  maxTimestamp: FIRST + 90_000,
  now: FIRST,
  producerId: 7,
  producerEpoch: 3,
  firstSequence: 42,
  transactional: false,
};
const bytesOf = (value: string | Buffer | null): Buffer | null => (value === null ? null : Buffer.from(value as string));

describe('the changed client', () => {
  it('writes a batch of records as its own encoders do, byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
        expect(writeRecordBatch(messages, batch).equals(await encodedByParts(messages))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('writes records larger than the buffer that it keeps', async () => {
    const large = Array.from({ length: 3 }, (_unused, index) => ({
      key: `k${index}`,
      value: 'ä'.repeat(1_500_000),
      headers: {},
      timestamp: FIRST,
    }));
    expect(writeRecordBatch(large, batch).equals(await encodedByParts(large))).toBe(true);
  });

  it('reads its own records back: offsets, times, keys, values and headers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
        const { records } = await decodeBatch(new Decoder(writeRecordBatch(messages, batch)));
        expect(records.map(({ offset, timestamp, key, value, headers }) => ({ offset, timestamp, key, value, headers }))).toEqual(
          messages.map(({ timestamp, key, value, headers }, index) => ({
            offset: String(index),
            timestamp: String(timestamp),
            key: bytesOf(key),
            value: bytesOf(value),
            headers: Object.fromEntries(
              Object.entries(headers).map(([name, each]) => [
                Buffer.from(name).toString(),
                Array.isArray(each) ? each.map(bytesOf) : bytesOf(each),
              ]),
            ),
          })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the bytes of headers, of which the last of a name counts, all or those that are named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 5 }), async (messages) => {
        const { records } = await decodeBatch(new Decoder(writeRecordBatch(messages, batch)));
        for (const [index, { headers }] of messages.entries()) {
          const last = Object.fromEntries(
            Object.entries(headers).map(([name, each]) => [
              Buffer.from(name).toString(),
              bytesOf(Array.isArray(each) ? each.at(-1)! : each),
            ]),
          );
          const { headerBytes } = records[index]!;
          expect(decodeHeaders(headerBytes)).toEqual(last);
          const some = Object.keys(last).slice(0, 1);
          expect(decodeHeaders(headerBytes, some.map(headerName))).toEqual(Object.fromEntries(some.map((name) => [name, last[name]])));
        }
      }),
      { numRuns: 300 },
    );
    // Names with equal hashes in the cache of names, and one that could be the prototype.
    const alike = ['Aa', 'BB', '__proto__'].map((name) =>
      Buffer.concat([Buffer.from([2 * name.length]), Buffer.from(name), Buffer.from([2, 65])]),
    );
    expect(Object.keys(decodeHeaders(Buffer.concat([Buffer.from([6]), ...alike])))).toEqual(['Aa', 'BB']);
    expect(decodeHeaders(Buffer.from([2, 2, 65, 1]))).toEqual({ A: undefined });
  });

  it('puts a request of large and small pieces together in their order', () => {
    const piece = fc
      .uint8Array({ maxLength: 30 })
      .chain((bytes) => fc.constantFrom(1, 2000).map((times) => Buffer.concat(Array.from({ length: times }, () => bytes))));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(11), (pieces, split) => {
        const [inner, outer] = [new Encoder(), new Encoder()];
        for (const each of pieces.slice(0, split)) outer.writeBuffer(each);
        for (const each of pieces.slice(split)) inner.writeBuffer(each);
        outer.writeInt32(7);
        outer.writeEncoder(inner);
        const whole = Buffer.concat([...pieces.slice(0, split), Buffer.from([0, 0, 0, 7]), ...pieces.slice(split)]);
        expect(outer.size()).toBe(whole.length);
        expect(outer.buffer.equals(whole)).toBe(true);
        expect(outer.buffer.equals(whole)).toBe(true);
      }),
    );
  });

  it('makes the checksum of a record batch by the standard', () => {
    expect(crc32C(Buffer.from('123456789'))).toBe(0xe3069283);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32C(bytes) === crcByBits(bytes)),
      { numRuns: 500 },
    );
  });

  it('sets no timer when nothing waits to be sent (rule 11)', () => {
    vi.useFakeTimers();
    const idle = queue();
    idle.push(request(1));
    idle.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('still sets one for waiting requests', () => {
    vi.useFakeTimers();
    const busy = queue({ maxInFlightRequests: 1 });
    busy.push(request(1));
    busy.push(request(2));
    expect(vi.getTimerCount()).toBe(1);
    busy.destroy();
  });

  it('times a request out at its own time, although it looks no more often than that', () => {
    vi.useFakeTimers();
    const rejected: [number, number][] = [];
    const start = Date.now();
    // The client's own clock, which the fake timers leave alone.
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - start);
    const sent = (id: number, requestTimeout = 1000): object => ({
      ...request(id, () => rejected.push([id, performance.now()])),
      requestTimeout,
    });
    const pending = queue();
    pending.scheduleRequestTimeoutCheck();
    vi.advanceTimersByTime(400);
    pending.push(sent(1));
    vi.advanceTimersByTime(300);
    pending.push(sent(2, 5000));
    pending.push(sent(3));
    pending.fulfillRequest({ correlationId: 3, payload: null, size: 0 });
    let looked = 0;
    for (; rejected.length < 2 && looked < 10; looked++) vi.advanceTimersToNextTimer();
    expect(rejected).toEqual([
      [1, 1401],
      [2, 5701],
    ]);
    // Once a second, and once for each of the two.
    expect(looked).toBeLessThan(9);
    pending.destroy();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('times nothing out when the clock of the machine jumps ahead (rule 10)', async () => {
    const rejected: Error[] = [];
    const pending = queue({ requestTimeout: 300 });
    pending.scheduleRequestTimeoutCheck();
    await new Promise((resolve) => setTimeout(resolve, 250));
    pending.push(request(1, (error) => rejected.push(error)));
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000);
    // The check after 300 ms finds a request that is not 1000 ms old.
    await new Promise((resolve) => setTimeout(resolve, 250));
    pending.destroy();
    expect(rejected).toEqual([]);
  });

  it('groups by partition in linear time, in order', () => {
    const messages = Array.from({ length: 60_000 }, (_, index) => ({ partition: index % 2, index }));
    const start = performance.now();
    const groups = groupMessagesPerPartition({
      topic: 't',
      partitionMetadata: [{}],
      messages,
      partitioner: ({ message }: { message: { partition: number } }) => message.partition,
    });
    // Before the change, copying the array for each message took more than 9 s here.
    expect(performance.now() - start).toBeLessThan(500);
    expect(groups['1']!.map((message) => (message as { index: number }).index)).toEqual(
      messages.filter(({ partition }) => partition === 1).map(({ index }) => index),
    );
  });

  it.each([
    ['scram512', { mechanism: 'scram-sha-512' }],
    ['plain', { mechanism: 'plain' }],
  ])('takes a connection that breaks during a login by %s for something that passes, and a refused one for final', async (file, sasl) => {
    const provider = require(`../../kafkajs/src/broker/saslAuthenticator/${file}`) as (
      sasl: object,
    ) => (of: object) => { authenticate(): Promise<void> };
    const { KafkaJSConnectionError, KafkaJSProtocolError } = require('../../kafkajs/src/errors') as Record<
      string,
      new (error: unknown) => Error
    >;
    const log = { ...logger, error: () => undefined };
    const login = (failure: Error) =>
      provider({ ...sasl, username: 'u', password: 'hush' })({
        host: 'h',
        port: 1,
        logger: log,
        saslAuthenticate: () => Promise.reject(failure),
      }).authenticate();
    await expect(login(new KafkaJSConnectionError!('Closed connection'))).rejects.toMatchObject({
      name: 'KafkaJSConnectionError',
      retriable: true,
    });
    await expect(
      login(new KafkaJSProtocolError!({ message: 'invalid credentials', type: 'SASL_AUTHENTICATION_FAILED', code: 58, retriable: false })),
    ).rejects.toMatchObject({
      name: 'KafkaJSSASLAuthenticationError',
      retriable: false,
      message: expect.stringMatching(/failed: invalid credentials$/) as string,
    });
  });

  it.each([
    ['kafka-1.example:9092', 'kafka-1.example'],
    ['10.0.0.1:9092', '10.0.0.1'],
    ['[fd00::1]:9092', 'fd00::1'],
  ])('knows host and port of %s apart', async (address, host) => {
    const builder = require('../../kafkajs/src/cluster/connectionPoolBuilder') as (options: object) => {
      build(): Promise<{ host: string; port: number }>;
    };
    expect(await builder({ brokers: [address], logger: { ...logger, namespace: () => logger } }).build()).toMatchObject({
      host,
      port: 9092,
    });
  });

  it('takes it for something that passes that no broker can be asked for the coordinator: else the consumer would end', async () => {
    const Cluster = require('../../kafkajs/src/cluster') as {
      prototype: { findGroupCoordinatorMetadata: (this: object, of: object) => Promise<unknown> };
    };
    const unreachable = { brokerPool: { withBroker: () => Promise.resolve(null) } };
    await expect(Cluster.prototype.findGroupCoordinatorMetadata.call(unreachable, { groupId: 'g' })).rejects.toMatchObject({
      name: 'KafkaJSGroupCoordinatorNotFound',
      retriable: true,
    });
  });
});
