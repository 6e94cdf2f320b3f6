import { InvalidArgumentError } from 'commander';
import { parseDuration } from '#terminal/duration.js';

/** For an option that can be repeated. */
export function collected(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** A time as RFC 3339 text, or as a duration before now, such as 2h. @returns milliseconds since the epoch */
export function moment(text: string): number {
  const time = Date.parse(text);
  if (/^\d{4}-\d\d-\d\d(T.*)?$/.test(text) && !Number.isNaN(time)) return time;
  try {
    return Date.now() - parseDuration(text) * 1000;
  } catch {
    throw new InvalidArgumentError('It must be a time such as 2026-11-21T08:00:00Z, or how long ago, such as 2h or 3d.');
  }
}

/** A whole number from 1. */
export function count(text: string): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}
