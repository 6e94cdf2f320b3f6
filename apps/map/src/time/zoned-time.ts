const MINUTE_MS = 60_000;

/** A local date and time. Months from 1; values beyond their bounds carry over, as in `Date.UTC`. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time in a time zone. @param timeZone an IANA name; empty: the device's */
export function wallTimeAt(at: number, timeZone: string): WallTime {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: timeZone === '' ? undefined : timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return { year: parts.year!, month: parts.month!, day: parts.day!, hour: parts.hour!, minute: parts.minute! };
}

/**
 * Converts a local time to milliseconds since the epoch. For a time that occurs twice, the first one; a time that the clocks skip is moved
 * forward by the length of the gap.
 */
export function instantOf({ year, month, day, hour, minute }: WallTime, timeZone: string): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const [before, after] = [asUtc - 24 * 60 * MINUTE_MS, asUtc + 24 * 60 * MINUTE_MS].map((at) => asUtc - offsetAt(at, timeZone));
  for (const candidate of [before!, after!].sort((a, b) => a - b))
    if (candidate + offsetAt(candidate, timeZone) === asUtc) return candidate;
  return before!;
}

/** Milliseconds by which a zone is ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const whole = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const { year, month, day, hour, minute } = wallTimeAt(whole, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute) - whole;
}

/** In the format of `<input type="datetime-local">`. */
export function inputTextOf(at: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTimeAt(at, timeZone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** @returns undefined if the text is not a date with a time */
export function instantOfInput(text: string, timeZone: string): number | undefined {
  const found = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute] = found.slice(1).map(Number);
  return instantOf({ year: year!, month: month!, day: day!, hour: hour!, minute: minute! }, timeZone);
}
