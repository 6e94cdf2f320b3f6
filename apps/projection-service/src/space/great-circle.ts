import type { Box } from './box.js';

/** Mean radius of the earth in metres (IUGG). */
export const EARTH_RADIUS = 6_371_008.8;
/** The greatest distance between two places. */
export const HALF_AROUND = Math.PI * EARTH_RADIUS;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** SQL that treats tiny angles as zero (up to a tenth of a millimetre), since Postgres refuses to square very small numbers. */
const steady = (angle: string): string => `(case when abs(${angle}) < 1e-9 then 0 else ${angle} end)`;

/** SQL of the distance in metres between a row's lat and lon and two parameters, along a great circle (haversine). */
export function distanceSql(lat: string, lon: string): string {
  const half = (difference: string): string => `power(sin(radians(${steady(difference)}) / 2), 2)`;
  return (
    `2 * ${EARTH_RADIUS} * asin(least(1, sqrt(${half(`lat - ${lat}`)} + cos(radians(${steady('lat')})) * ` +
    `cos(radians(${steady(lat)})) * ${half(`lon - ${lon}`)})))`
  );
}

/** The smallest box in degrees around a circle of this radius. */
export function boxAround(lat: number, lon: number, metres: number): Box {
  // A little more, to allow for rounding.
  const angle = (metres * (1 + 1e-9) + 1e-3) / EARTH_RADIUS;
  const [south, north] = [lat - degrees(angle), lat + degrees(angle)];
  // Around a pole, all longitudes are included.
  if (south <= -90 || north >= 90) return { west: -180, east: 180, south: Math.max(-90, south), north: Math.min(90, north) };
  const across = degrees(Math.asin(Math.min(1, Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos(radians(lat)))));
  if (across >= 180) return { west: -180, east: 180, south, north };
  return { west: wrapped(lon - across), east: wrapped(lon + across), south, north };
}

const wrapped = (lon: number): number => (lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon);
