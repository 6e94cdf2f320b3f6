import { ValidateBy } from 'class-validator';
import { describeRule } from './rule-schemas.js';

const TIME_RULE = 'timestamp';

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Milliseconds since the epoch of an RFC 3339 time, parsed strictly: an existing day, a zone, no leap second, not before 1970. Digits
 * beyond milliseconds are ignored. NaN for an invalid time.
 */
export function parseTime(text: string): number {
  const parts = SHAPE.exec(text);
  if (parts === null) return NaN;
  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  const hour = Number(parts[4]);
  const minute = Number(parts[5]);
  const second = Number(parts[6]);
  const zoneHour = parts[8] === undefined ? 0 : Number(parts[9]);
  const zoneMinute = parts[8] === undefined ? 0 : Number(parts[10]);
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]! || (month === 2 && day === 29 && !isLeap(year))) return NaN;
  if (hour > 23 || minute > 59 || second > 59 || zoneHour > 23 || zoneMinute > 59) return NaN;
  const ms = parts[7] === undefined ? 0 : Number(parts[7].padEnd(3, '0').slice(0, 3));
  const zone = (zoneHour * 60 + zoneMinute) * (parts[8] === '-' ? -60_000 : 60_000);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, ms) - zone;
  // Date.UTC maps the years 0…99 to 1900…1999.
  return year < 1000 || time < 0 || time > LAST ? NaN : time;
}

/** The last time whose text has a year of four digits, so that texts sort like times. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(parseTime(value));
}

/** An RFC 3339 time with its zone, from 1970 on. */
export function Time(): PropertyDecorator {
  return ValidateBy({ name: TIME_RULE, validator: { validate: isTime } });
}

describeRule(TIME_RULE, () => ({ type: 'string', format: 'date-time' }));
