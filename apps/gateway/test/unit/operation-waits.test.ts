import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordOutcome } from '#contracts/outcome.js';
import { OperationWaits } from '../../src/writes/operation-waits.js';

const outcome = (operationId: string, partition: number): RecordOutcome => ({
  operationId,
  partition,
  results: [[partition, `id-${partition}`, 'updated', 1, false]],
});
let waits: OperationWaits;
beforeEach(() => {
  waits = new OperationWaits();
});
afterEach(() => waits.close());

describe('calls that wait', () => {
  it('are settled by the outcomes of all their partitions, each counted once', async () => {
    const wait = waits.add('a', [1, 4], 10_000);
    waits.take(outcome('a', 4));
    waits.take(outcome('a', 4));
    waits.take(outcome('b', 1));
    waits.take(outcome('a', 2));
    expect(waits.size).toBe(1);
    waits.take(outcome('a', 1));
    expect(await wait.settled).toEqual([
      [4, 'id-4', 'updated', 1, false],
      [1, 'id-1', 'updated', 1, false],
    ]);
    expect(waits.size).toBe(0);
  });

  it('share an operation, and leave it one by one', async () => {
    const all = [waits.add('a', [0], 10_000), waits.add('a', [0], 10_000), waits.add('a', [0], 10_000)];
    waits.remove('a', all[1]!);
    waits.take(outcome('a', 0));
    expect(await Promise.all([all[0]!.settled, all[2]!.settled])).toHaveLength(2);
    expect(await Promise.race([all[1]!.settled, 'left'])).toBe('left');
    expect(waits.size).toBe(0);
  });

  it('end undefined at their own deadline, while later ones continue', async () => {
    const early = waits.add('a', [0], 60);
    const late = waits.add('a', [0], 10_000);
    const started = performance.now();
    expect(await early.settled).toBeUndefined();
    expect(performance.now() - started).toBeGreaterThan(50);
    waits.take(outcome('a', 0));
    expect(await late.settled).toHaveLength(1);
  });

  it('end at once when the gateway stops', async () => {
    const wait = waits.add('a', [0], 10_000);
    waits.close();
    expect(await wait.settled).toBeUndefined();
    expect(waits.size).toBe(0);
  });

  it('do not start while it is stopping', async () => {
    waits.close();
    const started = performance.now();
    expect(await waits.add('a', [0], 10_000).settled).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1000);
    expect(waits.size).toBe(0);
  });
});
