/** Degrees, WGS 84. west > east crosses the antimeridian, as in RFC 7946, 5.2. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** In degrees; far smaller than anything visible on a map. */
const ROUNDING = 1e-9;

export const WORLD: BoundingBox = { west: -180, south: -90, east: 180, north: 90 };

/** The API parameter `bbox`. */
export const bboxText = ({ west, south, east, north }: BoundingBox): string =>
  [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join(',');

/** Southwest and northeast, as the map library expects bounds: east is greater than west, also across the antimeridian. */
export const cornersOf = ({ west, south, east, north }: BoundingBox): [[number, number], [number, number]] => [
  [west, south],
  [east < west ? east + 360 : east, north],
];

/** Normalises a view with longitudes beyond ±180, which occur after turning the map around the world. */
export function normalised({ west, south, east, north }: BoundingBox): BoundingBox {
  if (east - west >= 360) return { west: -180, east: 180, south: clampedLat(south), north: clampedLat(north) };
  return { west: wrapped(west), east: wrapped(east), south: clampedLat(south), north: clampedLat(north) };
}

/** Larger on each side by a share of its size, so that small moves of the map stay inside. */
export function padded(box: BoundingBox, share: number): BoundingBox {
  const [width, height] = [widthOf(box), box.north - box.south];
  if (width * (1 + 2 * share) >= 360)
    return { ...WORLD, south: clampedLat(box.south - height * share), north: clampedLat(box.north + height * share) };
  return normalised({
    west: box.west - width * share,
    east: box.west + width * (1 + share),
    south: box.south - height * share,
    north: box.north + height * share,
  });
}

export function holds(outer: BoundingBox, inner: BoundingBox): boolean {
  if (inner.south < outer.south || inner.north > outer.north) return false;
  if (widthOf(outer) >= 360) return true;
  const turned = (inner.west - outer.west + 360) % 360;
  const offset = 360 - turned < ROUNDING ? 0 : turned;
  return offset + widthOf(inner) <= widthOf(outer) + ROUNDING;
}

/** The smallest box around positions; undefined without positions. */
export function boxAround(positions: readonly { lat: number; lon: number }[]): BoundingBox | undefined {
  if (positions.length === 0) return undefined;
  const [lats, lons] = [positions.map(({ lat }) => lat), positions.map(({ lon }) => lon).sort((a, b) => a - b)];
  // The box excludes the widest gap between neighbours around the world.
  let [widest, after] = [lons[0]! + 360 - lons.at(-1)!, 0];
  for (let at = 1; at < lons.length; at++) if (lons[at]! - lons[at - 1]! > widest) [widest, after] = [lons[at]! - lons[at - 1]!, at];
  return { west: lons[after]!, east: lons[(after + lons.length - 1) % lons.length]!, south: Math.min(...lats), north: Math.max(...lats) };
}

export const widthOf = ({ west, east }: BoundingBox): number => (east >= west ? east - west : east - west + 360);

const clampedLat = (degrees: number): number => Math.max(-90, Math.min(90, degrees));
const wrapped = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
