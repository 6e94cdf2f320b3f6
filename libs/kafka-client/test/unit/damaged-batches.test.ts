import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const { writeRecordBatch } = require('../../kafkajs/src/protocol/recordBatch/v0') as {
  writeRecordBatch(messages: readonly object[], batch: object): Buffer;
};
const Decoder = require('../../kafkajs/src/protocol/decoder') as new (bytes: Buffer) => object;
const decodeMessages = require('../../kafkajs/src/protocol/requests/fetch/v4/decodeMessages.js') as (
  decoder: object,
) => Promise<{ offset: string }[] & { damaged?: { reason: string; next?: number } }>;
const { parse } = require('../../kafkajs/src/protocol/requests/fetch/v11/response.js') as {
  parse(data: object): Promise<{ responses: { partitions: { errorCode: number; messages: object[] & { damaged?: object } }[] }[] }>;
};

const TIME = 1_795_000_000_000;
const HEADER = 61;

/** Two records from this offset on, as a broker stores them. */
function batchAt(offset: number): Buffer {
  const records = [0, 1].map((n) => ({ key: `key-${offset + n}`, value: 'x'.repeat(50), headers: { h: 'v' }, timestamp: TIME }));
  const bytes = writeRecordBatch(records, {
    firstTimestamp: TIME,
    maxTimestamp: TIME,
    now: TIME,
    producerId: 7,
    producerEpoch: 3,
    firstSequence: 1,
    transactional: false,
  });
  bytes.writeBigInt64BE(BigInt(offset));
  return bytes;
}

async function decoded(log: Buffer): Promise<{ offsets: number[]; damaged: { reason: string; next?: number } | undefined }> {
  const length = Buffer.alloc(4);
  length.writeInt32BE(log.length);
  const messages = await decodeMessages(new Decoder(Buffer.concat([length, log])));
  return { offsets: messages.map(({ offset }) => Number(offset)), damaged: messages.damaged };
}

const flipped = (bytes: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1 << bit;
  return copy;
};

describe('a fetched batch', () => {
  const before = batchAt(10);
  const hit = batchAt(12);
  const after = batchAt(14);

  it('is accepted completely when it is undamaged', async () => {
    expect(await decoded(Buffer.concat([before, hit, after]))).toEqual({ offsets: [10, 11, 12, 13, 14, 15], damaged: undefined });
  });

  it('ends before a batch with any changed bit after its length, except in the unused leader epoch', async () => {
    for (let at = 12; at < hit.length; at++) {
      const { offsets, damaged } = await decoded(Buffer.concat([before, flipped(hit, at, at % 8), after]));
      if (at < 16) expect([at, offsets, damaged]).toEqual([at, [10, 11, 12, 13, 14, 15], undefined]);
      else expect([at, offsets, damaged?.next]).toEqual([at, [10, 11], 14]);
    }
  });

  it('never brings records of a batch whose length has changed, and is not taken for the end of the log', async () => {
    for (let at = 8; at < 12; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const { offsets, damaged } = await decoded(Buffer.concat([flipped(hit, at, bit), after]));
        expect([at, bit, offsets, damaged === undefined]).toEqual([at, bit, [], false]);
      }
    }
  });

  it('brings no records of a batch whose offset runs into the next one', async () => {
    const { offsets, damaged } = await decoded(Buffer.concat([before, flipped(hit, 6, 0), after]));
    expect([offsets, damaged?.reason]).toEqual([[10, 11], 'its offsets are not between those around it']);
  });

  it('reports how far a damaged last batch goes, unless its header makes no sense', async () => {
    expect((await decoded(Buffer.concat([before, flipped(hit, HEADER + 9, 2)]))).damaged?.next).toBe(14);
    expect((await decoded(Buffer.concat([before, flipped(hit, 23, 5)]))).damaged?.next).toBeUndefined();
  });

  it('is checked as well where messages are of the formats before record batches', async () => {
    const old = (offset: number): Buffer => {
      const value = Buffer.from(`old-${offset}`);
      const message = Buffer.concat([
        Buffer.from([1, 0]),
        Buffer.alloc(8),
        Buffer.from([255, 255, 255, 255, 0, 0, 0, value.length]),
        value,
      ]);
      const head = Buffer.alloc(16);
      head.writeBigInt64BE(BigInt(offset));
      head.writeInt32BE(4 + message.length, 8);
      head.writeUInt32BE(crc32(message), 12);
      return Buffer.concat([head, message]);
    };
    expect(await decoded(Buffer.concat([old(3), old(4)]))).toEqual({ offsets: [3, 4], damaged: undefined });
    const { offsets, damaged } = await decoded(Buffer.concat([old(3), flipped(old(4), 36, 1)]));
    expect([offsets, damaged?.reason]).toEqual([[3], 'its checksum (CRC-32) does not fit its contents']);
  });

  it('is not refused completely because the broker cannot read one of its partitions', async () => {
    const CORRUPT_MESSAGE = 2;
    const { responses } = await parse({
      responses: [
        {
          topicName: 't',
          partitions: [
            { partition: 0, errorCode: 0, messages: [] },
            { partition: 1, errorCode: CORRUPT_MESSAGE, messages: [] },
          ],
        },
      ],
    });
    expect(responses[0]!.partitions.map(({ errorCode, messages }) => [errorCode, messages.damaged])).toEqual([
      [0, undefined],
      [0, { reason: 'the broker cannot read it' }],
    ]);
  });
});
