import { invalidParameter } from '#problems/invalid-parameter.js';
import type { Box } from '../space/box.js';

/** Query strings as Fastify parses them: a parameter given twice is an array. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** Times outside the four-digit years after conversion to UTC are replaced by the first or last moment of these. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Reads the parameters of one request; errors name each wrong or unknown parameter. */
export class QueryParameters {
  constructor(
    private readonly query: RawQuery,
    known: readonly string[],
  ) {
    for (const name of Object.keys(query)) {
      if (!known.includes(name))
        throw invalidParameter(name.slice(0, 100), `This parameter does not exist here; the existing ones are ${known.join(', ')}.`);
    }
  }

  text(name: string, maxCharacters = 4096): string | undefined {
    const value = this.query[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw invalidParameter(name, 'It was sent more than once; send it once.');
    if (value.length > maxCharacters) throw invalidParameter(name, `It is longer than ${maxCharacters} characters.`);
    if (value.includes('\0')) throw invalidParameter(name, 'It contains the character NUL.');
    return value;
  }

  /** The values of a parameter that may occur several times; undefined if it is absent. */
  texts(name: string, bounds: { maxCount: number; maxCharacters: number }): string[] | undefined {
    const given = this.query[name];
    if (given === undefined) return undefined;
    const values = [given].flat() as string[];
    if (values.length > bounds.maxCount) throw invalidParameter(name, `It was sent more than ${bounds.maxCount} times.`);
    for (const value of values) {
      if (value === '') throw invalidParameter(name, 'It is empty.');
      if (value.length > bounds.maxCharacters) throw invalidParameter(name, `It is longer than ${bounds.maxCharacters} characters.`);
      if (value.includes('\0')) throw invalidParameter(name, 'It contains the character NUL.');
    }
    return [...new Set(values)].sort();
  }

  integer(name: string, bounds: { min: number; max: number; default: number }): number {
    const value = this.text(name);
    if (value === undefined) return bounds.default;
    const number = Number(value);
    if (!/^\d{1,10}$/.test(value) || number < bounds.min || number > bounds.max)
      throw invalidParameter(name, `It must be a whole number from ${bounds.min} to ${bounds.max}.`);
    return number;
  }

  choice<const T extends string>(name: string, options: readonly T[], defaultValue: T): T {
    const value = this.text(name) ?? defaultValue;
    const chosen = options.find((option) => option === value);
    if (chosen === undefined) throw invalidParameter(name, `It must be one of ${options.join(', ')}.`);
    return chosen;
  }

  flag(name: string): boolean {
    return this.choice(name, ['true', 'false'], 'false') === 'true';
  }

  /** A time in RFC 3339 with a zone, converted to RFC 3339 in UTC with milliseconds. */
  time(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const match = /^(\d{4}-\d{2}-\d{2})[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/.exec(value);
    const time = match ? new Date(value.toUpperCase()) : undefined;
    // Date turns 30 February into 2 March, so the day must be unchanged when parsed with time zero.
    const realDay = match && new Date(`${match[1]}T00:00:00Z`).toJSON()?.startsWith(match[1]!);
    if (!time || Number.isNaN(time.getTime()) || !realDay)
      throw invalidParameter(name, 'It must be an RFC 3339 time with a zone, such as 2026-11-21T08:00:00Z (write + as %2B).');
    return new Date(Math.min(Math.max(time.getTime(), EARLIEST), LATEST)).toISOString();
  }

  box(name: string): Box | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const parts = value.split(',');
    const numbers = parts.map((part) => (/^-?\d{1,3}(\.\d{1,20})?$/.test(part.trim()) ? Number(part) : NaN));
    const [west, south, east, north] = numbers as [number, number, number, number];
    if (parts.length !== 4 || numbers.some(Number.isNaN)) throw invalidParameter(name, 'It must be west,south,east,north in degrees.');
    if (Math.abs(west) > 180 || Math.abs(east) > 180) throw invalidParameter(name, 'west and east must be from -180 to 180.');
    if (Math.abs(south) > 90 || Math.abs(north) > 90) throw invalidParameter(name, 'south and north must be from -90 to 90.');
    if (south > north)
      throw invalidParameter(name, 'south must not be above north (west may be above east: the box then crosses the antimeridian).');
    return { west, south, east, north };
  }
}
