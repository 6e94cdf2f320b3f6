import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketsOf, periodOf, spanOf, SPANS } from '../../src/dashboards/span.js';
import { inputTextOf, instantOf, instantOfInput, wallTimeAt } from '../../src/time/zoned-time.js';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const zones = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
  'America/St_Johns',
);

describe('times on the wall', () => {
  it('finds the instant again, except for the hour that comes twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('2001-01-01'), max: at('2040-01-01') }), zones, (instant, zone) => {
        const minute = Math.floor(instant / 60_000) * 60_000;
        const back = instantOf(wallTimeAt(minute, zone), zone);
        expect(inputTextOf(back, zone)).toBe(inputTextOf(minute, zone));
        expect(minute - back === 0 || minute - back === HOUR || minute - back === HOUR / 2).toBe(true);
      }),
    );
  });

  it('takes the first of two, and leaps over the hour that is not there', () => {
    expect(instantOfInput('2026-10-25T02:30', 'Europe/Berlin')).toBe(at('2026-10-25T00:30Z'));
    expect(instantOfInput('2026-03-29T02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:30Z'));
    expect(instantOfInput('soon', 'UTC')).toBeUndefined();
  });
});

describe('the span of a dashboard', () => {
  it('covers the last seven days in the zone, compared with the same part of the seven before, across the end of summer time', () => {
    const period = periodOf('d7', at('2026-10-27T11:20Z'), 'Europe/Berlin');
    expect([period.from, period.to].map((time) => new Date(time).toISOString())).toEqual([
      '2026-10-20T22:00:00.000Z',
      '2026-10-27T12:00:00.000Z',
    ]);
    expect([period.before.from, period.before.to].map((time) => new Date(time).toISOString())).toEqual([
      '2026-10-13T22:00:00.000Z',
      '2026-10-20T11:00:00.000Z',
    ]);
    const buckets = bucketsOf(period, 'Europe/Berlin');
    expect(buckets).toHaveLength(7);
    expect(buckets.slice(1).map((begin, before) => (begin - buckets[before]!) / HOUR)).toEqual([24, 24, 24, 24, 25, 24]);
  });

  it('covers this month, compared with the same part of the last one, and is never longer than that one', () => {
    const period = periodOf('month', at('2026-03-31T10:10Z'), 'UTC');
    expect(new Date(period.from).toISOString()).toBe('2026-03-01T00:00:00.000Z');
    expect([period.before.from, period.before.to].map((time) => new Date(time).toISOString())).toEqual([
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
  });

  it('is of 24 real hours, whole ones of a zone of half hours', () => {
    const period = periodOf('h24', at('2026-06-01T10:10Z'), 'Asia/Kolkata');
    expect(new Date(period.to).toISOString()).toBe('2026-06-01T10:30:00.000Z');
    expect(bucketsOf(period, 'Asia/Kolkata')).toHaveLength(24);
  });

  it('always contains now, follows the span before it, and begins and ends at quarter hours, as reports require', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('2020-01-01'), max: at('2035-01-01') }), zones, fc.constantFrom(...SPANS), (now, zone, span) => {
        const { from, to, before } = periodOf(span, now, zone);
        expect(from).toBeLessThanOrEqual(now);
        expect(to).toBeGreaterThan(now);
        expect(before.from).toBeLessThan(before.to);
        expect(before.to).toBeLessThanOrEqual(from + HOUR);
        for (const time of [from, to, before.from, before.to]) expect(time % (HOUR / 4)).toBe(0);
      }),
    );
    expect(spanOf('nonsense')).toBe('d7');
  });
});
