import { parseTime } from '#contracts/dto/time-rule.js';
import { readNumber } from './read-number.js';

/** Trackers that do not know the time start at 1970 or 1980; no real observation is older than this. */
const FIRST = Date.UTC(2000, 0, 1);
/**
 * Not the current time: a machine without a clock battery starts years in the past and would refuse all times. The gateway refuses times
 * more than five minutes ahead of its own clock.
 */
const LAST = Date.UTC(2100, 0, 1);

/** Whether the time, in milliseconds since 1970, is in this century. */
export function isPossibleTime(milliseconds: number): boolean {
  return milliseconds >= FIRST && milliseconds < LAST;
}

/**
 * Milliseconds since 1970 of an RFC 3339 time with its zone (a space may replace the T), or of a number of seconds or milliseconds; within
 * this century the two ranges do not overlap.
 * @returns undefined for anything else, or for another century
 */
export function readTime(value: unknown): number | undefined {
  const milliseconds =
    typeof value === 'string' && !/^[\d.]+$/.test(value.trim())
      ? parseTime(value.trim().replace(/^(\d{4}-\d\d-\d\d) /, '$1T'))
      : ofNumber(readNumber(value));
  return milliseconds !== undefined && isPossibleTime(milliseconds) ? milliseconds : undefined;
}

function ofNumber(number: number | undefined): number | undefined {
  if (number === undefined) return undefined;
  return Math.round(number < LAST / 1000 ? number * 1000 : number);
}
