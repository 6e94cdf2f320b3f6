import { instantOf, wallTimeAt } from '../time/zoned-time.js';

export const SPANS = ['h24', 'd7', 'd30', 'month'] as const;
export type Span = (typeof SPANS)[number];

/** A period to report on, with the previous one for comparison. Milliseconds since the epoch; ends are exclusive. */
export interface Period {
  from: number;
  to: number;
  before: { from: number; to: number };
  interval: 'hour' | 'day';
}

const HOUR_MS = 3_600_000;
const DAYS = { d7: 7, d30: 30 } as const;

export const spanOf = (text: unknown): Span => SPANS.find((span) => span === text) ?? 'd7';

/**
 * The current period for a span. Days are those of the time zone and may have 23, 24 or 25 hours: the last 7 days are today until the end
 * of this hour and the six days before, compared with the same part of the seven days before.
 */
export function periodOf(span: Span, now: number, timeZone: string): Period {
  const wall = wallTimeAt(now, timeZone);
  const to = nextHour(now, timeZone);
  if (span === 'h24') return { from: to - 24 * HOUR_MS, to, before: { from: to - 48 * HOUR_MS, to: to - 24 * HOUR_MS }, interval: 'hour' };
  const midnight = { ...wall, hour: 0, minute: 0 };
  const end = wallTimeAt(to, timeZone);
  if (span === 'month') {
    const from = instantOf({ ...midnight, day: 1 }, timeZone);
    const lastFrom = instantOf({ ...midnight, month: wall.month - 1, day: 1 }, timeZone);
    return {
      from,
      to,
      before: { from: lastFrom, to: Math.min(from, instantOf({ ...end, month: end.month - 1 }, timeZone)) },
      interval: 'day',
    };
  }
  const days = DAYS[span];
  return {
    from: instantOf({ ...midnight, day: wall.day - days + 1 }, timeZone),
    to,
    before: {
      from: instantOf({ ...midnight, day: wall.day - 2 * days + 1 }, timeZone),
      to: instantOf({ ...end, day: end.day - days }, timeZone),
    },
    interval: 'day',
  };
}

/** The start of each bucket: a report has no row for a bucket without data. */
export function bucketsOf({ from, to, interval }: Pick<Period, 'from' | 'to' | 'interval'>, timeZone: string): number[] {
  const begins: number[] = [];
  const wall = wallTimeAt(from, timeZone);
  for (let step = 0; ; step++) {
    const begin = interval === 'hour' ? from + step * HOUR_MS : instantOf({ ...wall, day: wall.day + step }, timeZone);
    if (begin >= to) return begins;
    begins.push(begin);
  }
}

/** The next full hour in the time zone: some zones are not a whole number of hours from UTC. */
function nextHour(now: number, timeZone: string): number {
  const { minute } = wallTimeAt(now, timeZone);
  const wholeMinute = Math.floor(now / 60_000) * 60_000;
  return wholeMinute + (60 - minute) * 60_000;
}
