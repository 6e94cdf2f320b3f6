/** Mean radius of WGS 84 (IUGG R1), metres. */
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

export interface Place {
  /** Degrees. */
  lat: number;
  lon: number;
}

/**
 * Great-circle distance on the mean sphere of WGS 84 by the haversine formula, in whole millimetres, so that sums do not depend on the
 * order of addition.
 */
export function distanceMm(a: Place, b: Place): number {
  if (a.lat === b.lat && a.lon === b.lon) return 0;
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLon = Math.sin(((b.lon - a.lon) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * sinLon * sinLon;
  return Math.round(2 * EARTH_RADIUS_M * 1000 * Math.asin(Math.min(1, Math.sqrt(h))));
}
