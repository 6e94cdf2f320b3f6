import { orient2d } from 'robust-predicates';
import type { Ring } from './geometry.js';

export type Where = 'inside' | 'outside' | 'border';

/**
 * Where a point is relative to a ring of flat coordinates (lon, lat, lon, lat …). Exact: sides are found by adaptive arithmetic
 * (Shewchuk).
 */
export function whereInFlatRing(lon: number, lat: number, flat: Float64Array): Where {
  let inside = false;
  for (let at = 0; at + 3 < flat.length; at += 2) {
    const fromLat = flat[at + 1]!;
    const toLat = flat[at + 3]!;
    if ((fromLat > lat && toLat > lat) || (fromLat < lat && toLat < lat)) continue;
    const fromLon = flat[at]!;
    const toLon = flat[at + 2]!;
    if (fromLat === toLat) {
      if (lon >= Math.min(fromLon, toLon) && lon <= Math.max(fromLon, toLon)) return 'border';
      continue;
    }
    if (fromLon < lon && toLon < lon) continue;
    const side = orient2d(fromLon, fromLat, toLon, toLat, lon, lat);
    if (side === 0) return 'border';
    // Half-open, so that a ray through a corner counts the corner once.
    const [upwards, low, high] = fromLat < toLat ? [true, fromLat, toLat] : [false, toLat, fromLat];
    if (lat >= low && lat < high && side < 0 === upwards) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}

export function flatRing(ring: Ring): Float64Array {
  const flat = new Float64Array(2 * ring.length);
  for (const [index, [lon, lat]] of ring.entries()) {
    flat[2 * index] = lon;
    flat[2 * index + 1] = lat;
  }
  return flat;
}
