import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseAfter, retryAfterMs } from '../../src/sending/back-off.js';

const settings = { retryFirstMs: 10_000, retryLongestSeconds: 7200 };

describe('the pause after a failure', () => {
  it('doubles its bound with each failure, up to the longest, and is random below it', () => {
    const bounds = Array.from({ length: 12 }, (_, n) => pauseAfter(n + 1, settings, 0, 1) / 1000);
    expect(bounds).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 7200, 7200]);
    expect(pauseAfter(5, settings, 0, 0.5)).toBe(80_000);
  });

  it('is never zero and never above the bound, for any random value, Retry-After and count', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 10 ** 12 }),
        (attempts, random, requested) => {
          const pause = pauseAfter(attempts, settings, requested, random);
          return pause >= 1000 && pause <= 7_200_000 && pause >= Math.min(requested, 7_200_000);
        },
      ),
    );
  });

  it('spreads messages that failed together over the whole pause', () => {
    const drawn = Array.from({ length: 2000 }, () => pauseAfter(10, settings) / 5_120_000);
    for (const [from, to] of [
      [0, 0.25],
      [0.25, 0.5],
      [0.5, 0.75],
      [0.75, 1],
    ] as const)
      expect(drawn.filter((part) => part >= from && part < to).length).toBeGreaterThan(300);
  });

  it('fits at least two dozen attempts into three days', () => {
    let hours = 0;
    let attempts = 0;
    while (hours < 72) hours += pauseAfter(++attempts, settings, 0, 1) / 3_600_000;
    expect(attempts).toBeGreaterThan(24);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-22T00:00:00Z');
  it.each<[string | string[] | undefined, number]>([
    ['120', 120_000],
    ['Sun, 22 Nov 2026 00:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 00:01:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    [undefined, 0],
    [['1', '2'], 0],
  ])('%s is %d ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
