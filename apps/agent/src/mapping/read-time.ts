import { parseTime } from '#contracts/dto/time-rule.js';
import { readNumber } from './read-number.js';

/** Trackers begin at 1970 or 1980 when they do not know the time: nothing that an agent forwards was seen before this. */
const FIRST = Date.UTC(2000, 0, 1);
/**
 * Not the present: a machine without a battery for its clock starts years back, and would hold everything for
 * impossible. What is more than five
 * minutes ahead the gateway refuses by its own clock.
 */
const LAST = Date.UTC(2100, 0, 1);

/** Whether milliseconds since 1970 are of this century. */
export function isPossibleTime(milliseconds: number): boolean {
  return milliseconds >= FIRST && milliseconds < LAST;
}

/**
 * Milliseconds since 1970 of an RFC 3339 time with its zone (a blank may stand for the T), or of a number of seconds or of milliseconds: of
 * this century one is never as large as the other.
 * @returns undefined for what is none of these, or of another century
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
