import type { GeometryFault, LonLat, Ring } from './geometry.js';

const MAX_LONGITUDE = 360;
const HALF_TURN = 180;

/** Checks a single ring: its positions, that it is closed, and that it encloses an area. Heights are removed. */
export function checkRing(value: unknown, pointer: string): { readonly ring: Ring } | { readonly fault: GeometryFault } {
  if (!Array.isArray(value)) return fault(pointer, 'A ring is a list of positions, [longitude, latitude] each.');
  const ring: LonLat[] = [];
  for (const [index, position] of value.entries()) {
    const wrong = wrongPosition(position);
    if (wrong !== undefined) return fault(`${pointer}/${index}`, wrong);
    const [lon, lat] = position as [number, number];
    const last = ring.at(-1);
    if (last !== undefined && Math.abs(lon - last[0]) > HALF_TURN) {
      return fault(
        `${pointer}/${index}`,
        `The edge from longitude ${last[0]} to ${lon} spans more than 180°. If it crosses the antimeridian, ` +
          'let longitudes run on beyond ±180 (181 for -179) or cut the polygon there (RFC 7946, 3.1.9); if the ' +
          'long way is meant, add a position between; around a pole, go along latitude ±90.',
      );
    }
    // A position repeated in a row adds no edge.
    if (last === undefined || last[0] !== lon || last[1] !== lat) ring.push([lon, lat]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (value.length < 4 || first === undefined || last === undefined)
    return fault(pointer, `A ring has at least 4 positions, the last of them the first again; this one has ${value.length}.`);
  if (first[0] !== last[0] || first[1] !== last[1]) {
    if (first[1] === last[1] && Math.abs(first[0] - last[0]) === MAX_LONGITUDE)
      return fault(
        pointer,
        'The ring goes around a pole and does not close in longitude and latitude; lead it on along latitude ' +
          '90 (or -90) and back to its first position.',
      );
    return fault(pointer, 'The ring is not closed: repeat its first position at its end.');
  }
  if (ring.length < 4) return fault(pointer, 'The ring has fewer than three different positions one after the other, and so no area.');
  if (ringArea(ring) === 0) return fault(pointer, 'The ring encloses no area: its positions lie on one line, or its edges cross.');
  const { west, east } = ringBounds(ring);
  if (east - west > MAX_LONGITUDE)
    return fault(pointer, `The ring spans ${east - west}° of longitude, more than once around the earth; cut it into several polygons.`);
  return { ring };
}

function wrongPosition(position: unknown): string | undefined {
  if (!Array.isArray(position) || position.length < 2 || !position.slice(0, 2).every((part) => Number.isFinite(part)))
    return 'A position is [longitude, latitude], two finite numbers.';
  const [lon, lat] = position as [number, number];
  if (Math.abs(lat) > 90) return `Latitude ${lat} is not between -90 and 90; positions are [longitude, latitude], in this order.`;
  if (Math.abs(lon) > MAX_LONGITUDE) return `Longitude ${lon} is not between -${MAX_LONGITUDE} and ${MAX_LONGITUDE}.`;
  return undefined;
}

/** Twice the signed area in square degrees; positive for a counter-clockwise ring. */
export function ringArea(ring: Ring): number {
  const [originLon, originLat] = ring[0]!;
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [lon, lat] = ring[at]!;
    const [lastLon, lastLat] = ring[at - 1]!;
    sum += (lastLon - originLon) * (lat - originLat) - (lon - originLon) * (lastLat - originLat);
  }
  return sum;
}

/** Longitudes as given, possibly beyond ±180. */
export function ringBounds(ring: Ring): { west: number; south: number; east: number; north: number } {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [lon, lat] of ring) {
    bounds.west = Math.min(bounds.west, lon);
    bounds.east = Math.max(bounds.east, lon);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  }
  return bounds;
}

const fault = (pointer: string, detail: string): { fault: GeometryFault } => ({ fault: { pointer, detail } });
