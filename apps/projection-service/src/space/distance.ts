/** Mean radius of the earth in metres (IUGG). */
export const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;

export interface Place {
  lat: number;
  lon: number;
}

/** Metres along the great circle (haversine formula); on the ellipsoid it may be 0.6 % more or less. */
export function metresBetween(a: Place, b: Place): number {
  const lat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const lon = Math.sin(((b.lon - a.lon) * RADIANS) / 2);
  const h = lat * lat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * lon * lon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}
