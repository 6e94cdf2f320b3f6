import { checkRing, ringArea, ringBounds } from './check-ring.js';
import type { GeometryFault, LonLat, PolygonRings, Ring } from './geometry.js';
import { crossingOf } from './ring-crossings.js';
import { flatRing, type Where, whereInFlatRing } from './where-in-ring.js';

export type CheckedPolygon = { readonly rings: PolygonRings } | { readonly fault: GeometryFault };

/** Checks one polygon: an outer ring and its holes, with pointers `<pointer>/<index>`. */
export function checkPolygon(value: unknown, pointer: string): CheckedPolygon {
  if (!Array.isArray(value) || value.length === 0) return fault(pointer, 'A polygon is a list of rings: the outer one, then its holes.');
  const rings: Ring[] = [];
  for (const [index, ring] of value.entries()) {
    const checked = checkRing(ring, `${pointer}/${index}`);
    if ('fault' in checked) return checked;
    rings.push(checked.ring);
  }
  const [first, ...rest] = rings as [Ring, ...Ring[]];
  const outer = shiftedInto(wound(first, 'outer'), -180);
  const holes: Ring[] = [];
  for (const [index, hole] of rest.entries()) {
    const near = alignedWithOuter(outer, wound(hole, 'hole'));
    if (near === undefined)
      return fault(
        `${pointer}/${index + 1}`,
        'The hole is not inside of the outer ring (the first of the polygon); move it in, or make it a polygon of its own.',
      );
    holes.push(near);
  }
  const all = [outer, ...holes];
  const crossing = crossingOf(all);
  if (crossing) return fault(`${pointer}/${crossing.ring}`, crossing.detail);
  for (const [index, hole] of holes.entries()) {
    const detail = misplaced(hole, index, outer, holes);
    if (detail !== undefined) return fault(`${pointer}/${index + 1}`, detail);
  }
  return { rings: all };
}

/** Counter-clockwise for outer rings, clockwise for holes (RFC 7946, 3.1.6). */
function wound(ring: Ring, part: 'outer' | 'hole'): Ring {
  return ringArea(ring) > 0 === (part === 'outer') ? ring : ring.toReversed();
}

/** The same ring, shifted by full turns so that its west is in west…west + 360. */
function shiftedInto(ring: Ring, west: number): Ring {
  const turns = Math.floor((ringBounds(ring).west - west) / 360);
  return turns === 0 ? ring : ring.map(([lon, lat]): LonLat => [lon - 360 * turns, lat]);
}

/** A hole may be written with longitudes a full turn away from its outer ring: -179 and 181 are the same meridian. */
function alignedWithOuter(outer: Ring, hole: Ring): Ring | undefined {
  const { west, south, east, north } = ringBounds(outer);
  for (const near of [shiftedInto(hole, west), hole]) {
    const inner = ringBounds(near);
    if (inner.west >= west && inner.east <= east && inner.south >= south && inner.north <= north) return near;
  }
  return undefined;
}

function misplaced(hole: Ring, index: number, outer: Ring, holes: readonly Ring[]): string | undefined {
  if (anyPoint(hole, outer, 'outside'))
    return 'The hole is outside of the outer ring (the first of the polygon), or in part; move it in, or make it a polygon of its own.';
  const bounds = ringBounds(hole);
  for (const [other, ring] of holes.entries()) {
    if (other === index) continue;
    const box = ringBounds(ring);
    if (bounds.west > box.east || bounds.east < box.west || bounds.south > box.north || bounds.north < box.south) continue;
    if (anyPoint(hole, ring, 'inside'))
      return (
        `The hole lies in another hole (ring ${other + 1}), or in part; leave it out, or make what is inside ` +
        'of it a polygon of its own.'
      );
  }
  return undefined;
}

/**
 * Edges do not cross here, but may go from one side to the other where rings touch, so each corner and the middle of each edge is tested.
 */
function anyPoint(ring: Ring, other: Ring, side: Where): boolean {
  const flat = flatRing(other);
  return ring.some(([lon, lat], index) => {
    const [nextLon, nextLat] = ring[(index + 1) % ring.length]!;
    return whereInFlatRing(lon, lat, flat) === side || whereInFlatRing((lon + nextLon) / 2, (lat + nextLat) / 2, flat) === side;
  });
}

const fault = (pointer: string, detail: string): { fault: GeometryFault } => ({ fault: { pointer, detail } });
