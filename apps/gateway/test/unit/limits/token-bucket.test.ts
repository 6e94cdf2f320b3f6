import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenBucket } from '../../../src/limits/token-bucket.js';

/** Takes tokens if possible. */
const take = (bucket: TokenBucket, count: number, now: number, reserve = 0): boolean => {
  if (bucket.secondsUntil(count, now, reserve) > 0) return false;
  bucket.take(count);
  return true;
};

describe('a bucket', () => {
  it('begins full, gets empty, fills at its rate, and predicts when', () => {
    const bucket = new TokenBucket(10, 2, 1, 0);
    expect([bucket.size, take(bucket, 20, 0), bucket.left(0), take(bucket, 1, 0)]).toEqual([20, true, 0, false]);
    expect(bucket.secondsUntil(5, 0)).toBeCloseTo(0.5);
    expect([take(bucket, 5, 499), take(bucket, 5, 500), bucket.left(100_000)]).toEqual([false, true, 20]);
  });

  it('never admits more than its size, and admits more than its share once the share is full', () => {
    const bucket = new TokenBucket(10, 2, 0.25, 0);
    expect(bucket.secondsUntil(21, 0)).toBe(Infinity);
    expect(take(bucket, 20, 0)).toBe(true);
    // Fifteen more than available: first the debt is refilled at a quarter of the rate, and then the whole share.
    expect(bucket.secondsUntil(20, 0)).toBeCloseTo(20 / 2.5);
    expect([take(bucket, 1, 6300), take(bucket, 1, 6400)]).toEqual([false, true]);
  });

  it('admits one call even if the share is less than one', () => {
    const bucket = new TokenBucket(1, 1, 0.2, 0);
    expect([bucket.left(0), take(bucket, 1, 0), bucket.left(0), take(bucket, 1, 4900), take(bucket, 1, 5000)]).toEqual([
      1,
      true,
      0,
      false,
      true,
    ]);
  });

  it('leaves a reserve to others', () => {
    const bucket = new TokenBucket(10, 1, 1, 0);
    for (let count = 0; count < 5; count += 1) expect(take(bucket, 1, 0, 0.5)).toBe(true);
    expect([take(bucket, 1, 0, 0.5), take(bucket, 5, 0)]).toEqual([false, true]);
  });

  it('adds no tokens at once for a larger share, and removes those that a smaller one cannot hold', () => {
    const bucket = new TokenBucket(10, 1, 0.5, 0);
    bucket.setShare(1, 0);
    expect([bucket.left(0), bucket.left(100)]).toEqual([5, 6]);
    bucket.setShare(0.1, 100);
    expect(bucket.left(100)).toBe(1);
  });

  it('is not fooled by a clock that stands still', () => {
    const bucket = new TokenBucket(10, 1, 1, 1000);
    expect([take(bucket, 10, 1000), take(bucket, 1, 1000), take(bucket, 1, 500)]).toEqual([true, false, false]);
  });

  it('admits at most its size plus its rate in any time, over any number of gateways whose shares sum to at most 1', () => {
    const steps = fc.array(
      fc.record({ gateway: fc.nat(4), ms: fc.nat(3000), count: fc.integer({ min: 1, max: 3 }), shift: fc.boolean() }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        steps,
        (rate, burst, count, taken) => {
          const buckets = Array.from({ length: count }, () => new TokenBucket(rate, burst, 1 / count, 0));
          const parts = buckets.map(() => 1 / count);
          let now = 0;
          let sum = 0;
          for (const { gateway, ms, count: some, shift } of taken) {
            now += ms;
            const index = gateway % count;
            if (shift && count > 1) {
              const from = (index + 1) % count;
              const moved = parts[from]! / 2;
              parts[from]! -= moved;
              parts[index]! += moved;
              buckets[from]!.setShare(parts[from]!, now);
              buckets[index]!.setShare(parts[index]!, now);
            }
            if (take(buckets[index]!, some, now)) sum += some;
            // Each gateway may owe the part of one call that exceeded its share.
            expect(sum).toBeLessThanOrEqual(rate * burst + (rate * now) / 1000 + 3 * count + 1e-6);
          }
        },
      ),
    );
  });
});
