import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Partitioners } from '#kafka-client';
import { murmur2, partitionOf } from '#kafka/records/partition.js';

describe('murmur2', () => {
  // From org.apache.kafka.common.utils.UtilsTest.testMurmur2.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('of %j is %i, as in Kafka', (text, hash) => {
    expect(murmur2(Buffer.from(text))).toBe(hash);
  });
});

describe('partitionOf', () => {
  const partitioner = Partitioners.DefaultPartitioner();
  const partitionMetadata = (count: number) =>
    Array.from({ length: count }, (_, partitionId) => ({
      partitionId,
      leader: 1,
      partitionErrorCode: 0,
      replicas: [1],
      isr: [1],
      offlineReplicas: [],
    }));

  it('equals the partitioner of the client for any key and count', () => {
    const count = fc.integer({ min: 1, max: 200 });
    const key = fc.oneof(fc.string({ minLength: 1, unit: 'binary', maxLength: 300 }), fc.string({ minLength: 1 }), fc.uuid());
    fc.assert(
      fc.property(key, count, (id, partitions) => {
        const message = { key: Buffer.from(id), value: null };
        expect(partitionOf(id, partitions)).toBe(partitioner({ topic: 't', partitionMetadata: partitionMetadata(partitions), message }));
      }),
      { numRuns: 5000 },
    );
  });

  it('keeps a long key whole', () => {
    const long = 'ä'.repeat(5000);
    expect(partitionOf(long, 1_000_003)).toBe((murmur2(Buffer.from(long)) & 0x7fffffff) % 1_000_003);
  });
});
