import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime } from '#contracts/dto/time-rule.js';

const iso = (text: string): string | undefined => {
  const time = parseTime(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

describe('an RFC 3339 time', () => {
  it.each([
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21t08:00:00.5z', '2026-11-21T08:00:00.500Z'],
    ['2026-11-21T08:00:00.1239+02:00', '2026-11-21T06:00:00.123Z'],
    ['2024-02-29T23:59:59-00:30', '2024-03-01T00:29:59.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => expect(iso(text)).toBe(expected));

  it.each([
    '2026-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01',
    '1763712000',
    '',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+0200',
    '2026-01-01T00:00:00.Z',
    '+002026-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-01:00',
    '0026-01-01T00:00:00Z',
  ])('%s is none', (text) => expect(iso(text)).toBeUndefined());

  it('keeps its value when a time since 1970 is written and read again', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        (date) => iso(date.toISOString()) === date.toISOString(),
      ),
      { numRuns: 5000 },
    );
  });
});
