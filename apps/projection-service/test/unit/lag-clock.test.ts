import { describe, expect, it } from 'vitest';
import { Random } from '#testing/workload/random.js';
import { LagClock } from '../../src/reading/freshness/lag-clock.js';

const offsets = (...ends: number[]): Map<number, number> => new Map(ends.entries());

describe('the lag of reads', () => {
  it('is not known before everything of some moment was seen, then grows from that moment on', () => {
    const clock = new LagClock();
    expect(clock.lag(0)).toBeUndefined();
    clock.look(1000, offsets(5, 0), offsets(4));
    expect(clock.lag(1500)).toBeUndefined();
    clock.look(2000, offsets(9, 0), offsets(5));
    expect(clock.lag(2500)).toBe(1500);
    clock.look(3000, offsets(9, 0), offsets(9));
    expect([clock.lag(3000), clock.lag(9000)]).toEqual([0, 6000]);
  });

  it('is that of the partition with the largest lag', () => {
    const clock = new LagClock();
    clock.look(1000, offsets(1, 1), offsets(1, 1));
    clock.look(2000, offsets(8, 2), offsets(8, 1));
    expect(clock.lag(2000)).toBe(1000);
  });

  it('is never reported shorter than it is, and only a little longer, however long it lasts', () => {
    const random = new Random(5);
    for (let run = 0; run < 60; run++) {
      const clock = new LagClock();
      /** Write times of the records in each partition. */
      const log: number[][] = [[], [], []];
      const applied = [0, 0, 0];
      let lastLook = 0;
      for (let now = 1; now < 4000; now += random.integer(1, 9)) {
        if (random.chance(0.7)) log[random.integer(0, 2)]!.push(now);
        const isStopped = Math.floor(now / 1500) % 2 === 1;
        if (!isStopped) for (const p of [0, 1, 2]) applied[p] = Math.min(log[p]!.length, applied[p]! + random.integer(0, 3));
        if (random.chance(0.5)) {
          clock.look(now, offsets(...log.map(({ length }) => length)), offsets(...applied));
          lastLook = now;
        }
        const lag = clock.lag(now);
        const oldestMissing = Math.min(...log.map((times, p) => times[applied[p]!] ?? now));
        if (lag === undefined) continue;
        // Everything from before the claimed time must be there.
        expect(now - lag, `run ${run} at ${now}`).toBeLessThanOrEqual(oldestMissing);
        if (log.every(({ length }, p) => length === applied[p]) && lastLook === now) expect(lag).toBe(0);
      }
    }
  });

  it('remembers a bounded number of looks', () => {
    const clock = new LagClock();
    clock.look(0, offsets(1), offsets(1));
    for (let at = 1; at <= 50_000; at++) clock.look(at, offsets(at + 1), offsets(1));
    expect((clock as unknown as { marks: unknown[] }).marks.length).toBeLessThanOrEqual(601);
    expect(clock.lag(50_000)).toBe(50_000);
    clock.look(50_001, offsets(50_002), offsets(50_001));
    expect(clock.lag(50_001)).toBeLessThanOrEqual(2000);
  });
});
