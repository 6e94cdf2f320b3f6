import { ringBounds } from './check-ring.js';
import type { Circle, Geometry, PolygonRings } from './geometry.js';

/** In degrees; west ≤ east, within -180…180. */
export interface LonLatBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Bounding boxes of a geometry, cut at the antimeridian; slightly larger for a circle. */
export function boxesOf(geometry: Geometry): LonLatBox[] {
  if (geometry.type === 'Circle') return circleBoxes(geometry);
  const polygons: readonly PolygonRings[] = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap(([outer]) => cutAtAntimeridian(ringBounds(outer!)));
}

/** The rounding error of a longitude after adding a full turn. */
const TURN_SLACK = 1e-9;

/** @param box of at most 360°; its longitudes may go beyond ±180 */
export function cutAtAntimeridian({ west, south, east, north }: LonLatBox): LonLatBox[] {
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }];
  const turns = 360 * Math.floor((west + 180) / 360);
  const slack = turns === 0 ? 0 : TURN_SLACK;
  const [from, to] = [Math.max(-180, west - turns - slack), east - turns + slack];
  if (to <= 180) {
    // A box that ends at one side of the antimeridian continues at the other.
    const box = { west: from, south, east: to, north };
    if (from === -180) return [box, { west: 180, south, east: 180, north }];
    return to === 180 ? [box, { west: -180, south, east: -180, north }] : [box];
  }
  return [
    { west: from, south, east: 180, north },
    { west: -180, south, east: to - 360 + TURN_SLACK, north },
  ];
}

/** Metres of the shortest degree on the ellipsoid. Used everywhere, so that boxes are never too small. */
export const MIN_DEGREE_M = 110_500;
const RADIANS = Math.PI / 180;

function circleBoxes({ center: [lon, lat], radius }: Circle): LonLatBox[] {
  return boxesAround(lon, lat, radius);
}

/** Boxes that contain all places within `radius` metres of a place. */
export function boxesAround(lon: number, lat: number, radius: number): LonLatBox[] {
  const angle = radius / MIN_DEGREE_M;
  const [south, north] = [Math.max(-90, lat - angle), Math.min(90, lat + angle)];
  if (north === 90 || south === -90) return [{ west: -180, south, east: 180, north }];
  const wide = Math.sin(angle * RADIANS) / Math.cos(lat * RADIANS);
  if (wide >= 1) return [{ west: -180, south, east: 180, north }];
  // On the ellipsoid, a degree of longitude is slightly longer than on the sphere that this formula assumes.
  const half = (Math.asin(wide) / RADIANS) * 1.01;
  return cutAtAntimeridian({ west: lon - half, south, east: lon + half, north });
}
