import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsumedRecord, PartitionBatch } from '#kafka/records/record.js';
import { UnitBuffer } from '#kafka/units/unit-buffer.js';

function record(partition: number, offset: number, bytes = 10): ConsumedRecord {
  return { topic: 't', partition, offset, timestamp: 0, key: null, value: Buffer.alloc(bytes), headers: {} };
}

describe('a unit buffer', () => {
  it('hands out every record once, in order, in units within the bounds whose offsets follow each other', () => {
    const step = fc.record({ partition: fc.nat(3), count: fc.nat(12), hole: fc.nat(2), takes: fc.nat(2) });
    const bounds = fc.record({ maxUnitRecords: fc.integer({ min: 1, max: 20 }), maxUnitBytes: fc.integer({ min: 5, max: 200 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), bounds, (steps, limits) => {
        const buffer = new UnitBuffer(limits);
        const written = new Map<number, number>();
        const read = new Map<number, number>();
        const seen: string[] = [];
        const given: string[] = [];
        const take = (): boolean => {
          const unit = buffer.take();
          if (!unit) return false;
          const records = unit.batches.flatMap((batch) => batch.records);
          expect(records.length).toBeLessThanOrEqual(limits.maxUnitRecords);
          expect(records.length === 1 || records.length * 10 <= limits.maxUnitBytes || records.length === 0).toBe(true);
          expect(new Set(unit.batches.map(({ partition }) => partition)).size).toBe(unit.batches.length);
          for (const batch of unit.batches) {
            expect(batch.firstOffset).toBe(read.get(batch.partition) ?? 0);
            read.set(batch.partition, batch.nextOffset);
            seen.push(...batch.records.map(({ partition, offset }) => `${partition}/${offset}`));
          }
          return true;
        };
        for (const { partition, count, hole, takes } of steps) {
          const first = written.get(partition) ?? 0;
          const records = Array.from({ length: count }, (_, index) => record(partition, first + index));
          const batch: PartitionBatch = { topic: 't', partition, firstOffset: first, nextOffset: first + count + hole, records };
          given.push(...records.map(({ offset }) => `${partition}/${offset}`));
          written.set(partition, batch.nextOffset);
          buffer.add(batch);
          for (let index = 0; index < takes; index++) take();
        }
        while (take());
        expect([...seen].sort()).toEqual([...given].sort());
        expect(read).toEqual(written);
        expect([buffer.records, buffer.hasBatches, buffer.isFull]).toEqual([0, false, false]);
      }),
      { numRuns: 500 },
    );
  });

  it('reports when waiting for more would save little, by records and by bytes', () => {
    const add = (buffer: UnitBuffer, count: number, bytes?: number) =>
      buffer.add({
        topic: 't',
        partition: 0,
        firstOffset: 0,
        nextOffset: count,
        records: Array.from({ length: count }, (_, index) => record(0, index, bytes)),
      });
    const few = new UnitBuffer({ maxUnitRecords: 40, maxUnitBytes: 1_000_000 });
    add(few, 9);
    expect(few.isSubstantial).toBe(false);
    add(few, 1);
    expect(few.isSubstantial).toBe(true);
    few.take();
    expect(few.isSubstantial).toBe(false);
    const large = new UnitBuffer({ maxUnitRecords: 40, maxUnitBytes: 400 });
    add(large, 1, 100);
    expect([large.isSubstantial, large.isFull]).toEqual([true, false]);
  });

  it('asks for one more fetch after each unit, also while something of the last is left', () => {
    const buffer = new UnitBuffer({ maxUnitRecords: 2, maxUnitBytes: 1_000_000 });
    expect(buffer.isReplenished).toBe(false);
    buffer.add({ topic: 't', partition: 0, firstOffset: 0, nextOffset: 3, records: [0, 1, 2].map((offset) => record(0, offset)) });
    expect(buffer.isReplenished).toBe(true);
    buffer.take();
    expect([buffer.isReplenished, buffer.records]).toEqual([false, 1]);
    buffer.add({ topic: 't', partition: 1, firstOffset: 0, nextOffset: 1, records: [record(1, 0)] });
    buffer.clear();
    expect(buffer.isReplenished).toBe(false);
  });

  it('lets no partition starve behind a busy one', () => {
    const buffer = new UnitBuffer({ maxUnitRecords: 5, maxUnitBytes: 1_000_000 });
    buffer.add({
      topic: 't',
      partition: 0,
      firstOffset: 0,
      nextOffset: 100,
      records: Array.from({ length: 100 }, (_, index) => record(0, index)),
    });
    buffer.add({ topic: 't', partition: 1, firstOffset: 0, nextOffset: 1, records: [record(1, 0)] });
    buffer.take();
    expect(buffer.take()?.batches.map(({ partition }) => partition)).toContain(1);
  });

  it('wakes waiting callers as soon as something is taken, also when all is dropped', async () => {
    const buffer = new UnitBuffer({ maxUnitRecords: 2, maxUnitBytes: 1000 });
    const fill = (): void => buffer.add({ topic: 't', partition: 0, firstOffset: 0, nextOffset: 2, records: [record(0, 0), record(0, 1)] });
    fill();
    const first = buffer.change();
    buffer.take();
    await first;
    fill();
    const second = buffer.change();
    buffer.clear();
    await second;
  });
});
