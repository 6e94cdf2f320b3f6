import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf } from '#testing/oracle/report-recount.js';
import { ReportParameters } from '../../src/http/report-parameters.js';
import { TIME_PARAMETERS, timeBuckets } from '../../src/reporting/time-buckets.js';

const buckets = (query: Record<string, string>) => timeBuckets(new ReportParameters(query, TIME_PARAMETERS), Date.UTC(2026, 10, 22, 12));
const hoursOf = ({ starts, end }: ReturnType<typeof buckets>): number[] => starts.map((start, n) => ((starts[n + 1] ?? end) - start) / 4);

describe('the days of a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28', '2026-03-31', [24, 23, 24]],
    ['Europe/Berlin', '2026-10-24', '2026-10-27', [24, 25, 24]],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-06', [24.5]],
    ['Asia/Kathmandu', '2026-11-01', '2026-11-03', [24, 24]],
    ['America/Sao_Paulo', '2018-11-03', '2018-11-05', [24, 23]],
  ])('have in %s from %s to %s %j hours', (timeZone, from, to, hours) => {
    expect(hoursOf(buckets({ timeZone, from, to, interval: 'day' }))).toEqual(hours);
  });

  it('hold every quarter of an hour that the clocks there call so', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'Europe/Berlin',
          'Asia/Kathmandu',
          'America/St_Johns',
          'Australia/Lord_Howe',
          'Pacific/Chatham',
          'America/New_York',
          'UTC',
        ),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 40 }),
        (timeZone, first, days) => {
          const date = (n: number): string => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
          const { starts, end, label } = buckets({ timeZone, from: date(first), to: date(first + days), interval: 'day' });
          const dayOf = daysOf(timeZone);
          expect(starts).toHaveLength(days);
          starts.forEach((start, n) => {
            const [begin, last, day] = [start * 900_000, ((starts[n + 1] ?? end) - 1) * 900_000, date(first + n)];
            expect([dayOf(begin), dayOf(last), dayOf(begin - 1), label(n).slice(0, 10)]).toEqual([day, day, date(first + n - 1), day]);
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('begins weeks on Monday and months on the first, except for the first bucket, which begins at `from`', () => {
  const query = { from: '2026-11-18', to: '2027-01-03', timeZone: 'Europe/Berlin' };
  const labels = (interval: string): string[] => {
    const { starts, label } = buckets({ ...query, interval });
    return starts.map((_start, n) => label(n).slice(0, 10));
  };
  expect(labels('month')).toEqual(['2026-11-18', '2026-12-01', '2027-01-01']);
  expect(labels('week').slice(0, 3)).toEqual(['2026-11-18', '2026-11-23', '2026-11-30']);
  expect(labels('all')).toEqual(['2026-11-18']);
});
