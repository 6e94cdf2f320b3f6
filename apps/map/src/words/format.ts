import type { Units } from '../preferences/preferences.js';

/** Formats numbers, lengths and times for people. Lengths are metres, times milliseconds since the epoch. */
export interface Format {
  /** BCP 47. */
  locale: string;
  number(value: number, decimals?: number): string;
  length(metres: number): string;
  speed(metresPerSecond: number): string;
  /** Date and time, with the zone's short name. */
  time(at: number): string;
  /** For today, only the time of day. */
  shortTime(at: number, now: number): string;
  /** Such as “3 minutes ago”; “now” for times after `now`, because clocks differ and the page's clock moves in steps. */
  ago(at: number, now: number): string;
  /** Such as “3 min”. */
  duration(ms: number): string;
  coordinates(lat: number, lon: number): string;
}

const FEET_PER_METRE = 3.28084;
const METRES_PER_MILE = 1609.344;
const METRES_PER_NAUTICAL_MILE = 1852;
const SECONDS_PER_HOUR = 3600;
const STEPS = [
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

/** @param timeZone an IANA name; empty: the device's */
export function createFormat(locale: string, units: Units, timeZone: string): Format {
  const zone = timeZone === '' ? undefined : timeZone;
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone });
  const zoneName = new Intl.DateTimeFormat(locale, { timeZoneName: 'short', timeZone: zone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: zone });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: zone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = (value: number, decimals = 0): string => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value);
  const unit = (value: number, name: string, decimals: number): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: decimals }).format(value);
  return {
    locale,
    number,
    length: (metres) => {
      if (units === 'imperial') return metres < 300 ? unit(metres * FEET_PER_METRE, 'foot', 0) : unit(metres / METRES_PER_MILE, 'mile', 1);
      if (units === 'nautical' && metres >= METRES_PER_NAUTICAL_MILE / 2) return `${number(metres / METRES_PER_NAUTICAL_MILE, 1)} nm`;
      return metres < 1000 ? unit(metres, 'meter', metres < 10 ? 1 : 0) : unit(metres / 1000, 'kilometer', 1);
    },
    speed: (metresPerSecond) => {
      const metresPerHour = metresPerSecond * SECONDS_PER_HOUR;
      if (units === 'imperial') return unit(metresPerHour / METRES_PER_MILE, 'mile-per-hour', 0);
      if (units === 'nautical') return `${number(metresPerHour / METRES_PER_NAUTICAL_MILE, 1)} kn`;
      return unit(metresPerHour / 1000, 'kilometer-per-hour', metresPerHour < 10_000 ? 1 : 0);
    },
    time: (at) => `${full.format(at)} ${zoneName.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''}`.trim(),
    shortTime: (at, now) => (day.format(at) === day.format(now) ? clock.format(at) : `${day.format(at)} ${clock.format(at)}`),
    ago: (at, now) => {
      const age = Math.max(0, now - at);
      const [name, size] = stepOf(age);
      return relative.format(0 - Math.trunc(age / size), name);
    },
    duration: (ms) => {
      const [name, size] = stepOf(ms);
      return unit(Math.trunc(ms / size), name, 0);
    },
    coordinates: (lat, lon) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`,
  };
}

function stepOf(ms: number): (typeof STEPS)[number] {
  return STEPS.findLast(([, size]) => ms >= size) ?? STEPS[0];
}
