import { DateTime, IANAZone } from 'luxon';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { QUARTER_MS } from '../folding/quarter.js';
import type { ReportParameters } from '../http/report-parameters.js';

const INTERVALS = ['quarter-hour', 'hour', 'day', 'week', 'month', 'all'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Most buckets of a report. */
const MAX_BUCKETS = 1000;
const USUAL_DAYS = 7;
/** Quarters are counted from 1970; a range before this year is a mistake. */
const FIRST_YEAR = 1972;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** The buckets of a report: ranges of quarters of an hour, each from its start to the start of the next. */
export interface TimeBuckets {
  interval: Interval;
  timeZone: string;
  /** First quarter of each bucket, in order. */
  starts: number[];
  /** First quarter after the last bucket. */
  end: number;
  /** Start of the nth bucket in the time zone, as text. */
  label(index: number): string;
}

/** The time parameters of every report. */
export const TIME_PARAMETERS = ['from', 'to', 'interval', 'timeZone'] as const;

/**
 * Reads `from` and `to` (days of the time zone, or times on quarter hours), `interval` and `timeZone`. Default for `from` and `to`: the
 * last seven days, including today.
 */
export function timeBuckets(parameters: ReportParameters, now: number): TimeBuckets {
  const timeZone = zoneOf(parameters.text('timeZone') ?? 'UTC');
  const interval = parameters.choice('interval', INTERVALS, 'day');
  const tomorrow = DateTime.fromMillis(now, { zone: timeZone }).startOf('day').plus({ days: 1 });
  const to = moment(parameters, 'to', timeZone) ?? tomorrow;
  const from = moment(parameters, 'from', timeZone) ?? to.minus({ days: USUAL_DAYS });
  if (from >= to) throw invalidParameter('from', 'It must be before to.');
  const starts = startsOf(from, to, interval);
  return {
    interval,
    timeZone,
    starts: starts.map(quarter),
    end: quarter(to),
    label: (index) => starts[index]!.toISO({ suppressMilliseconds: true })!,
  };
}

/** The canonical name of a zone, so that caches by zone do not grow with different spellings. */
function zoneOf(requested: string): string {
  if (!IANAZone.isValidZone(requested))
    throw invalidParameter('timeZone', 'It must be a time zone of the IANA database, such as Europe/Berlin.');
  return (
    Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === requested.toLowerCase()) ??
    new Intl.DateTimeFormat('en', { timeZone: requested }).resolvedOptions().timeZone
  );
}

function moment(parameters: ReportParameters, name: 'from' | 'to', zone: string): DateTime | undefined {
  const text = parameters.text(name);
  if (text === undefined) return undefined;
  const time = DAY.test(text) || TIME.test(text) ? DateTime.fromISO(text.toUpperCase(), { zone }) : undefined;
  if (!time?.isValid || time.year < FIRST_YEAR)
    throw invalidParameter(
      name,
      'It must be a day such as 2026-11-22, or an RFC 3339 time with a zone such as 2026-11-22T08:00:00Z (write + as %2B), ' +
        `from ${FIRST_YEAR} on.`,
    );
  if (time.toMillis() % QUARTER_MS !== 0)
    throw invalidParameter(name, 'It must be on a quarter of an hour, because sums are stored by quarter hour.');
  return time;
}

function startsOf(from: DateTime, to: DateTime, interval: Interval): DateTime[] {
  const starts = [from];
  if (interval === 'all') return starts;
  for (let next = nextStart(from, interval); next < to; next = nextStart(next, interval)) {
    if (starts.length === MAX_BUCKETS)
      throw invalidParameter(
        'interval',
        `From ${from.toISO()} to ${to.toISO()} there would be more than ${MAX_BUCKETS} buckets; request a ` +
          'longer interval or a shorter time.',
      );
    starts.push(next);
  }
  return starts;
}

/** The start of the next bucket. Days, weeks and months are those of the time zone, of any length; hours have 60 minutes. */
function nextStart(time: DateTime, interval: Exclude<Interval, 'all'>): DateTime {
  switch (interval) {
    case 'quarter-hour':
      return time.plus({ minutes: 15 });
    case 'hour': {
      // If clocks are set back by half an hour, the same hour starts again in its middle.
      const next = time.startOf('hour').plus({ hours: 1 });
      return next > time ? next : time.plus({ hours: 1 });
    }
    default:
      return time
        .startOf(interval)
        .plus({ [interval]: 1 })
        .startOf(interval);
  }
}

const quarter = (time: DateTime): number => Math.floor(time.toMillis() / QUARTER_MS);
