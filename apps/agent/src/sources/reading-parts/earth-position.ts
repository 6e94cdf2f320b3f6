import { readNumber } from '../../reading/read-number.js';
import type { Reading } from '../../reading/reading.js';

/** The gateway's limit in metres (design, section 2). */
const LOWEST = -12_000;
const HIGHEST = 100_000;

/** A position, or the reason why there is none. */
export type EarthPosition = { readonly position: NonNullable<Reading['position']> } | { readonly fault: string };

/**
 * A position in WGS 84 degrees from numbers or texts. Both must be present and within their limits; values are never clamped. An impossible
 * altitude is left out.
 */
export function earthPosition(latitude: unknown, longitude: unknown, altitude?: unknown): EarthPosition {
  const lat = readNumber(latitude);
  const lon = readNumber(longitude);
  if (lat === undefined || Math.abs(lat) > 90) return { fault: `the latitude must be a number from -90 to 90, not ${shown(latitude)}` };
  if (lon === undefined || Math.abs(lon) > 180)
    return { fault: `the longitude must be a number from -180 to 180, not ${shown(longitude)}` };
  const alt = readNumber(altitude);
  return { position: { lat, lon, ...(alt !== undefined && alt >= LOWEST && alt <= HIGHEST && { alt }) } };
}

function shown(value: unknown): string {
  return value === undefined || value === null
    ? 'absent'
    : typeof value === 'object'
      ? 'an object'
      : JSON.stringify(String(value).slice(0, 40).toWellFormed());
}
