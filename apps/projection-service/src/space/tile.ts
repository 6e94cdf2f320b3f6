import type { Box } from './box.js';
import type { KeyRange } from './key-ranges.js';
import { mortonOf, placeOf, q16From, southing, unsignedOf } from './morton.js';

/** A Web Mercator tile in the XYZ scheme of maps: y from 0 in the north. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Zoom of the stored codes; a finer tile is a part of one such cell. */
export const CODE_ZOOM = 16;
/** Side of a tile in the units of its features. */
export const EXTENT = 4096;

/** A position in the projection's square, 0…1 from the north-west. */
interface Share {
  x: number;
  y: number;
}

/** The codes of all places in the tile; for a tile finer than the codes, also of places outside. */
export function rangeOf({ z, x, y }: Tile): KeyRange {
  const coarser = Math.max(0, z - CODE_ZOOM);
  const zoom = z - coarser;
  const size = 4 ** (CODE_ZOOM - zoom);
  const from = cellAt(zoom, x >>> coarser, y >>> coarser) * size;
  return { from: q16From(from), to: q16From(from + size - 1) };
}

/** Number of a cell at a zoom of at most 16, from 0 along the Z-order curve. The four parts of a coarser cell have consecutive numbers. */
export function cellAt(zoom: number, x: number, y: number): number {
  return zoom === 0 ? 0 : unsignedOf(mortonOf({ x, y }));
}

/** The cell of a zoom of at most 16 that contains a place. */
export function cellOfPlace(zoom: number, q16: number): number {
  return Math.floor(unsignedOf(q16) / 4 ** (CODE_ZOOM - zoom));
}

/** North-west corner and side length of a cell in the projection's square. */
export function cellShare(zoom: number, cell: number): Share & { side: number } {
  const side = 1 / 2 ** zoom;
  const { x, y } = placeOf(cell);
  return { x: x * side, y: y * side, side };
}

/** A place in the projection's square, consistent with its code: the same for ±180, and for all longitudes at a pole. */
export function shareOf(lat: number, lon: number): Share {
  const easting = lon >= 180 || Math.abs(lat) >= 90 ? 0 : (lon + 180) / 360;
  // Places beyond the outermost tiles are shown on their edge.
  return { x: Math.min(1 - Number.EPSILON, Math.max(0, easting)), y: Math.min(1 - Number.EPSILON, Math.max(0, southing(lat))) };
}

/** Position of a place in a tile, 0…EXTENT − 1 in each direction; undefined if it is in another tile. */
export function pointIn({ z, x, y }: Tile, share: Share): [number, number] | undefined {
  const across = 2 ** z;
  const column = share.x * across - x;
  const row = share.y * across - y;
  if (column < 0 || column >= 1 || row < 0 || row >= 1) return undefined;
  return [Math.floor(column * EXTENT), Math.floor(row * EXTENT)];
}

/** A box in degrees between two positions, without the parts beyond the projection. */
export function boxOfShares(from: Share, to: Share): Box {
  return { west: from.x * 360 - 180, north: latitudeOf(from.y), east: to.x * 360 - 180, south: latitudeOf(to.y) };
}

/** The box of a tile; the outermost tiles reach to the poles. */
export function boxOfTile({ z, x, y }: Tile): Box {
  const side = 1 / 2 ** z;
  const box = boxOfShares({ x: x * side, y: y * side }, { x: (x + 1) * side, y: (y + 1) * side });
  return { ...box, north: y === 0 ? 90 : box.north, south: y === 2 ** z - 1 ? -90 : box.south };
}

function latitudeOf(share: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
}
