import type { LonLatBox } from '#geofence/boxes.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;
const MAX_TEXT = 256;

/** @throws Problem 404: only a UUID can name an area */
export function areaIdOf(text: string): string {
  if (!UUID.test(text)) throw new Problem('not-found', 'The id in the path is not a UUID, so no area has it.');
  return text;
}

/** Values of query parameters, validated; each error says what to do. @throws Problem 400 */
export const queryValue = {
  text(name: string, given: unknown): string | undefined {
    if (given === undefined) return undefined;
    if (typeof given !== 'string' || given === '' || given.length > MAX_TEXT || given.includes('\0'))
      throw invalidParameter(name, `It must be sent once, with 1 to ${MAX_TEXT} characters.`);
    return given;
  },
  whole(name: string, given: unknown, { otherwise, max }: { otherwise: number; max: number }): number {
    if (given === undefined) return otherwise;
    if (typeof given !== 'string' || !/^\d{1,9}$/.test(given) || Number(given) < 1 || Number(given) > max)
      throw invalidParameter(name, `It must be a whole number, 1…${max}.`);
    return Number(given);
  },
  time(name: string, given: unknown): string | undefined {
    if (given === undefined) return undefined;
    const time = typeof given === 'string' && TIME.test(given) ? Date.parse(given) : Number.NaN;
    if (Number.isNaN(time))
      throw invalidParameter(name, 'It must be an RFC 3339 time with a time zone, such as 2026-11-21T08:00:00Z (write + as %2B).');
    return new Date(time).toISOString();
  },
  box(name: string, given: unknown): LonLatBox | undefined {
    if (given === undefined) return undefined;
    const parts = typeof given === 'string' && /^[-+.\de,]{7,120}$/i.test(given) ? given.split(',').map(Number) : [];
    const [west, south, east, north] = parts as [number, number, number, number];
    const right =
      parts.length === 4 &&
      parts.every(Number.isFinite) &&
      Math.abs(west) <= 180 &&
      Math.abs(east) <= 180 &&
      south >= -90 &&
      north <= 90 &&
      south <= north;
    if (!right)
      throw invalidParameter(name, 'It must be west,south,east,north in degrees (RFC 7946, 5); west > east crosses the antimeridian.');
    return { west, south, east, north };
  },
  /** The areaId after which the page starts. */
  after(name: string, given: unknown): string | undefined {
    if (given === undefined) return undefined;
    if (typeof given !== 'string' || !UUID.test(given)) throw invalidParameter(name, 'It must be the `next` value of the previous page.');
    return given;
  },
};
