import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import { SendQueue } from '#kafka/producing/send-queue.js';
import { recordBytes } from '#kafka/records/record-size.js';
import type { OutgoingRecord } from '#kafka/records/record.js';

const record = (partition: number, value: string, topic = 't'): OutgoingRecord => ({ topic, partition, key: null, value });
const bytesOf = (records: OutgoingRecord[]): number => records.reduce((sum, each) => sum + recordBytes(each), 0);

describe('a send queue', () => {
  it('cuts batches within the bounds, keeps the order of each partition, resolves each send when all of it is out', async () => {
    const send = fc.array(fc.record({ partition: fc.nat(2), size: fc.integer({ min: 1, max: 300 }), topic: fc.constantFrom('t', 'u') }), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(send, { maxLength: 15 }), async (plan) => {
        const queue = new SendQueue(500, 900);
        let serial = 0;
        const sends = plan.map((records) =>
          records.map(({ partition, size, topic }) => record(partition, `${serial++}`.padEnd(size, '.'), topic)),
        );
        const settled = new Set<number>();
        sends.forEach((records, index) => void queue.add(records, bytesOf(records), Infinity).then(() => settled.add(index)));
        const out: OutgoingRecord[] = [];
        for (let batch = queue.cut(); batch; batch = queue.cut()) {
          const records = batch.topicMessages.flatMap(({ messages }) => messages as OutgoingRecord[]);
          expect(records.length).toBe(batch.records);
          expect(records.length === 1 || bytesOf(records) <= 900).toBe(true);
          out.push(...records);
          queue.acknowledge(batch);
          await Promise.resolve();
          sends.forEach((all, index) => expect(settled.has(index)).toBe(all.every((each) => out.includes(each))));
        }
        const order = (records: OutgoingRecord[]): Map<string, (string | Buffer | null)[]> => {
          const groups = new Map<string, (string | Buffer | null)[]>();
          for (const { topic, partition, value } of records)
            groups.set(`${topic}/${partition}`, [...(groups.get(`${topic}/${partition}`) ?? []), value]);
          return groups;
        };
        expect(order(out)).toEqual(order(sends.flat()));
        expect([queue.queuedBytes, queue.isEmpty, queue.hasWaiting]).toEqual([0, true, false]);
      }),
      { numRuns: 300 },
    );
  });

  it('reports waiting records as not-sent, and those under way as unknown', async () => {
    const queue = new SendQueue(1000, 1000);
    const outcomes: string[] = [];
    const add = (deadline: number): void =>
      void queue.add([record(0, 'x')], 50, deadline).catch((error: BrokerUnavailableError) => outcomes.push(error.outcome));
    add(10);
    const batch = queue.cut()!;
    add(20);
    add(30);
    queue.expire(25);
    await new Promise(setImmediate);
    expect(outcomes).toEqual(['unknown', 'not-sent']);
    queue.acknowledge(batch);
    expect(queue.cut()?.records).toBe(1);
    expect(queue.queuedBytes).toBe(50);
  });

  it('drops the rest of a send whose first part failed', async () => {
    const queue = new SendQueue(100, 100);
    const failed = queue.add([record(0, 'a'.repeat(50)), record(0, 'b'.repeat(50))], 180, Infinity);
    const batch = queue.cut()!;
    queue.fail(batch, new BrokerUnavailableError('unknown', 'broken'));
    await expect(failed).rejects.toThrow('broken');
    expect(queue.cut()).toBeUndefined();
  });
});
