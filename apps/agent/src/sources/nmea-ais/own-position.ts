import { readNumber } from '../../reading/read-number.js';
import type { Reading } from '../../reading/reading.js';
import { KNOT, movingFields, numberField } from '../reading-parts/fields.js';
import { satelliteCount } from '../reading-parts/within.js';
import type { Sentence } from './sentence.js';

/** The receiver's own position in a sentence; empty without a fix. */
type OwnPosition = Pick<Reading, 'position' | 'observedAt' | 'heading' | 'speed' | 'satellites' | 'fields'>;

const HALF_DAY_MS = 43_200_000;
const DAY_MS = 86_400_000;

/**
 * RMC, GGA and GLL of NMEA 0183. GGA and GLL contain only the time of day; the date is chosen so that it is nearest to the receipt.
 * Undefined for other sentences, without a fix, and for invalid values.
 * @param receivedAt milliseconds since 1970
 */
export function ownPosition({ formatter, fields }: Sentence, receivedAt: number): OwnPosition | undefined {
  if (formatter === 'RMC') {
    const [time, status, lat, north, lon, east, speed, course, date] = fields;
    const observedAt = dateTime(date, time);
    return status === 'A' && observedAt !== undefined
      ? positionOf(lat, north, lon, east, undefined, observedAt, {
          speed: numberField(unpadded(speed), KNOT),
          course: numberField(unpadded(course)),
        })
      : undefined;
  }
  if (formatter === 'GGA') {
    const [time, lat, north, lon, east, quality, used, , alt, unit] = fields;
    // 6 to 8: estimated, manual, simulated.
    if (!/^[1-5]$/.test(quality ?? '')) return undefined;
    const own = positionOf(lat, north, lon, east, unit === 'M' ? alt : undefined, nearest(time, receivedAt), {});
    const satellites = satelliteCount(readNumber(unpadded(used)));
    return own && satellites !== undefined ? { ...own, satellites } : own;
  }
  if (formatter === 'GLL') {
    const [lat, north, lon, east, time, status] = fields;
    return status === 'A' ? positionOf(lat, north, lon, east, undefined, nearest(time, receivedAt), {}) : undefined;
  }
  return undefined;
}

function positionOf(
  lat: string | undefined,
  north: string | undefined,
  lon: string | undefined,
  east: string | undefined,
  alt: string | undefined,
  observedAt: number | undefined,
  fields: Parameters<typeof movingFields>[0],
): OwnPosition | undefined {
  const latitude = degrees(lat, 2, 90, north === 'N' ? 1 : north === 'S' ? -1 : undefined);
  const longitude = degrees(lon, 3, 180, east === 'E' ? 1 : east === 'W' ? -1 : undefined);
  if (latitude === undefined || longitude === undefined || observedAt === undefined) return undefined;
  const metres = alt !== undefined && /^-?\d{1,5}(\.\d{1,4})?$/.test(alt) ? Number(alt) : undefined;
  return {
    observedAt,
    position: { lat: latitude, lon: longitude, ...(metres !== undefined && { alt: metres }) },
    ...movingFields(fields),
  };
}

/** `ddmm.mmmm`, `dddmm.mmmm`. */
function degrees(text: string | undefined, digits: number, max: number, sign: number | undefined): number | undefined {
  const match = new RegExp(`^(\\d{${digits}})([0-5]\\d(?:\\.\\d{1,10})?)$`).exec(text ?? '');
  if (match === null || sign === undefined) return undefined;
  const value = Number(match[1]) + Number(match[2]) / 60;
  return value <= max ? Math.round(value * sign * 1e8) / 1e8 + 0 : undefined;
}

/** NMEA pads numbers with zeros. */
function unpadded(text: string | undefined): string | undefined {
  return text?.replace(/^0+(?=\d)/, '');
}

function timeOfDay(text: string | undefined): number | undefined {
  const match = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)(?:\.(\d{1,3})\d*)?$/.exec(text ?? '');
  if (match === null) return undefined;
  return ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000 + Number((match[4] ?? '').padEnd(3, '0'));
}

/** `ddmmyy` from 2000 to 2099. */
function dateTime(date: string | undefined, time: string | undefined): number | undefined {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(date ?? '');
  const ofDay = timeOfDay(time);
  if (match === null || ofDay === undefined) return undefined;
  const [day, month, year] = [Number(match[1]), Number(match[2]), 2000 + Number(match[3])];
  const begin = new Date(Date.UTC(year, month - 1, day));
  return begin.getUTCDate() === day && begin.getUTCMonth() === month - 1 ? begin.getTime() + ofDay : undefined;
}

function nearest(time: string | undefined, receivedAt: number): number | undefined {
  const ofDay = timeOfDay(time);
  if (ofDay === undefined) return undefined;
  const today = Math.floor(receivedAt / DAY_MS) * DAY_MS + ofDay;
  if (today - receivedAt > HALF_DAY_MS) return today - DAY_MS;
  return receivedAt - today > HALF_DAY_MS ? today + DAY_MS : today;
}
