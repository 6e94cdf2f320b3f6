import { checkCircle } from './check-circle.js';
import { type CheckedPolygon, checkPolygon } from './check-polygon.js';
import { type CheckedGeometry, type GeometryFault, MAX_VERTICES, type PolygonRings } from './geometry.js';

/**
 * Checks the geometry of an area from a client and normalises it: rings are closed, do not intersect themselves and have no position twice
 * in a row; outer rings run counter-clockwise and holes clockwise (RFC 7946, 3.1.6); holes are inside. A ring crosses the antimeridian by
 * longitudes beyond ±180 (181 for -179) or is cut there (3.1.9). An edge of more than 180° of longitude is refused, because its direction
 * is ambiguous. An area around a pole has edges along latitude ±90.
 */
export function checkGeometry(value: unknown): CheckedGeometry {
  if (typeof value !== 'object' || value === null)
    return fault('', 'A geometry is an object with `type` and `coordinates` (RFC 7946), or a circle with `center` and `radius`.');
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  if (type === 'Circle') return checkCircle(value);
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return fault('/type', 'It must be Polygon, MultiPolygon or Circle; give points a radius (Circle), lines an outline (Polygon).');
  if (type === 'Polygon') {
    const excess = tooMany([coordinates], '/coordinates');
    if (excess) return { fault: excess };
    const checked = checkPolygon(coordinates, '/coordinates');
    return 'fault' in checked ? checked : { geometry: { type, coordinates: checked.rings } };
  }
  if (!Array.isArray(coordinates) || coordinates.length === 0)
    return fault('/coordinates', 'It must be a list of polygons, with at least one.');
  const excess = tooMany(coordinates, '/coordinates');
  if (excess) return { fault: excess };
  const polygons: PolygonRings[] = [];
  for (const [index, polygon] of coordinates.entries()) {
    const checked: CheckedPolygon = checkPolygon(polygon, `/coordinates/${index}`);
    if ('fault' in checked) return checked;
    polygons.push(checked.rings);
  }
  return { geometry: { type, coordinates: polygons } };
}

/** Checked first, to limit the cost of the other checks. */
function tooMany(polygons: readonly unknown[], pointer: string): GeometryFault | undefined {
  let positions = 0;
  for (const polygon of polygons)
    for (const ring of Array.isArray(polygon) ? polygon : []) positions += Array.isArray(ring) ? ring.length : 0;
  if (positions <= MAX_VERTICES) return undefined;
  return {
    pointer,
    detail:
      `It has ${positions} positions, more than the ${MAX_VERTICES} that an area may have; simplify the ` +
      'outline or make several areas of it.',
  };
}

const fault = (pointer: string, detail: string): { fault: GeometryFault } => ({ fault: { pointer, detail } });
