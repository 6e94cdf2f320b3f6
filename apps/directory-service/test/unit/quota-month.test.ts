import { expect, it } from 'vitest';
import { endOf, isMonth, monthOf } from '../../src/limits/quotas/quota-month.js';

it('a month is the calendar month in UTC, whatever the time zone of the writer', () => {
  expect(monthOf(new Date('2026-12-01T00:30:00+01:00'))).toBe('2026-11');
  expect(endOf('2026-11').toISOString()).toBe('2026-12-01T00:00:00.000Z');
  expect(endOf('2026-12').toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(['2026-01', '2026-13', '2026-1', 202601, null].map(isMonth)).toEqual([true, false, false, false, false]);
});
