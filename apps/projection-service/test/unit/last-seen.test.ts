import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastSeenOf, minuteAt, seenSpanOf } from '../../src/objects/ages/last-seen.js';

const moment = fc.integer({ min: Date.parse('1950-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') });

describe('the age of an object', () => {
  it('is that of its newest observation of any kind', () => {
    const at = (observedAt: string) => ({ type: 'Number' as const, value: 1, observedAt });
    const position = { lat: 1, lon: 2, observedAt: '2026-11-21T08:00:00.000Z' };
    expect(lastSeenOf({ position, fields: {} })).toBe(Date.parse('2026-11-21T08:00:00Z'));
    expect(lastSeenOf({ position, fields: { battery: at('2026-11-21T07:00:00.000Z'), load: at('2026-11-21T09:30:00.500Z') } })).toBe(
      Date.parse('2026-11-21T09:30:00.500Z'),
    );
  });

  it('lies in an hour that starts at the minute of the object, and changes once an hour', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), moment, fc.integer({ min: 0, max: 3 * 3_600_000 }), (id, time, later) => {
        const span = seenSpanOf(id, time);
        expect(span).toBeLessThanOrEqual(minuteAt(time));
        expect(span).toBeGreaterThan(minuteAt(time) - 60);
        const next = seenSpanOf(id, time + later);
        expect((next - span) % 60).toBe(0);
        expect(next).toBeGreaterThanOrEqual(span);
      }),
    );
  });

  it('starts the hour at another minute for other objects, so that not all are written at once', () => {
    const begins = new Set(Array.from({ length: 2000 }, (_, n) => ((seenSpanOf(`van-${n}`, 0) % 60) + 60) % 60));
    expect(begins.size).toBe(60);
  });
});
