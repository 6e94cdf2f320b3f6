import { createRequire } from 'node:module';
import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

// The patches under `patches/` are applied by the install script; without them these fail.
const require = createRequire(import.meta.url);
const RequestQueue = require('kafkajs/src/network/requestQueue') as new (options: object) => EventEmitter & {
  push(request: object): void;
  fulfillRequest(response: object): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
};
const crc32C = require('kafkajs/src/protocol/recordBatch/crc32C/crc32C.js') as (bytes: Uint8Array) => number;
const groupMessagesPerPartition = require('kafkajs/src/producer/groupMessagesPerPartition') as (options: object) => Record<string, object[]>;

const logger = { debug: () => undefined, warn: () => undefined };

function queue(options: object = {}): InstanceType<typeof RequestQueue> {
  return new RequestQueue({ maxInFlightRequests: null, requestTimeout: 1000, enforceRequestTimeout: true, clientId: 'c', broker: 'b', logger, ...options });
}

function request(correlationId: number, reject: (error: Error) => void = () => undefined): object {
  return { entry: { correlationId, resolve: () => undefined, reject }, expectResponse: true, requestTimeout: 1000, sendRequest: () => undefined };
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

describe('the patched client', () => {
  it('makes the checksum of a record batch as the standard says', () => {
    expect(crc32C(Buffer.from('123456789'))).toBe(0xe3069283);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32C(bytes) === crcByBits(bytes)), { numRuns: 500 });
  });

  it('sets no timer when nothing waits to be sent (rule 11)', () => {
    vi.useFakeTimers();
    const idle = queue();
    idle.push(request(1));
    idle.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('still sets one for what waits', () => {
    vi.useFakeTimers();
    const busy = queue({ maxInFlightRequests: 1 });
    busy.push(request(1));
    busy.push(request(2));
    expect(vi.getTimerCount()).toBe(1);
    busy.destroy();
  });

  it('times nothing out when the clock of the machine jumps ahead (rule 10)', async () => {
    const rejected: Error[] = [];
    const pending = queue({ requestTimeout: 100_000 });
    pending.scheduleRequestTimeoutCheck();
    pending.push(request(1, (error) => rejected.push(error)));
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 350));
    pending.destroy();
    expect(rejected).toEqual([]);
  });

  it('groups by partition in linear time, in order', () => {
    const messages = Array.from({ length: 60_000 }, (_, index) => ({ partition: index % 2, index }));
    const start = performance.now();
    const groups = groupMessagesPerPartition({ topic: 't', partitionMetadata: [{}], messages, partitioner: ({ message }: { message: { partition: number } }) => message.partition });
    // Copying the array for each message took more than 9 s here.
    expect(performance.now() - start).toBeLessThan(500);
    expect(groups['1']!.map((message) => (message as { index: number }).index)).toEqual(messages.filter(({ partition }) => partition === 1).map(({ index }) => index));
  });
});
