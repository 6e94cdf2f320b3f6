const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
const POINTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[,\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[,\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
/** From here on, a number is in milliseconds: as seconds, it would be in the year 5138. */
const MILLISECONDS_FROM = 1e11;

/**
 * Milliseconds since the epoch. Accepts ISO 8601, dates such as 31.12.2026, and seconds or milliseconds since the epoch; without a zone,
 * the device's time zone applies. Undefined if the text is not a time, or if day and month are ambiguous.
 */
export function csvTime(text: string): number | undefined {
  const plain = text.trim();
  if (/^\d{9,13}(\.\d+)?$/.test(plain))
    return Number(plain) >= MILLISECONDS_FROM ? Math.round(Number(plain)) : Math.round(Number(plain) * 1000);
  const iso = ISO.exec(plain);
  if (iso !== null) {
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = iso;
    const ms = Math.trunc(Number(`0.${fraction}`) * 1000);
    return zone === undefined
      ? local(year!, month!, day!, hour, minute, second, ms)
      : zoned([year!, month!, day!, hour, minute, second].map(Number), ms, zone);
  }
  const points = POINTS.exec(plain);
  if (points !== null) return local(points[3]!, points[2]!, points[1]!, points[4], points[5], points[6], 0);
  const slashes = SLASHES.exec(plain);
  if (slashes === null) return undefined;
  const [one, two] = [Number(slashes[1]), Number(slashes[2])];
  if (one <= 12 && two <= 12 && one !== two) return undefined;
  const [day, month] = one > 12 ? [slashes[1]!, slashes[2]!] : [slashes[2]!, slashes[1]!];
  return local(slashes[3]!, month, day, slashes[4], slashes[5], slashes[6], 0);
}

function zoned([year, month, day, hour, minute, second]: number[], ms: number, zone: string): number | undefined {
  const at = Date.UTC(year!, month! - 1, day, hour, minute, second, ms);
  if (!exists(new Date(at), month!, day!, 'UTC') || hour! > 23 || minute! > 59 || second! > 59) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return sign === undefined ? at : at - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function local(year: string, month: string, day: string, hour = '0', minute = '0', second = '0', ms: number): number | undefined {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), ms);
  return exists(date, Number(month), Number(day), 'local') ? date.getTime() : undefined;
}

/** Date would convert 31 February to a day in March. */
const exists = (date: Date, month: number, day: number, of: 'UTC' | 'local'): boolean =>
  of === 'UTC' ? date.getUTCMonth() + 1 === month && date.getUTCDate() === day : date.getMonth() + 1 === month && date.getDate() === day;
