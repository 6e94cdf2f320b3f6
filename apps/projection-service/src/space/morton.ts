/** Number of cells per side of the grid: Web Mercator tiles at zoom 16 (611 m at the equator). */
export const GRID = 65_536;
/** Web Mercator has no tiles beyond this latitude; places there belong to the outermost row. */
const MERCATOR_LIMIT = 85.0511287798066;
/** Codes are stored as int4, from −2³¹, so that they sort along the curve. */
const SHIFT = 0x8000_0000;

export interface Cell {
  x: number;
  y: number;
}

function spread(value: number): number {
  let v = value & 0xffff;
  v = (v | (v << 8)) & 0x00ff00ff;
  v = (v | (v << 4)) & 0x0f0f0f0f;
  v = (v | (v << 2)) & 0x33333333;
  return (v | (v << 1)) & 0x55555555;
}

/** Distance of a latitude from the north edge of the projection's square, as 0…1, clamped. */
export function southing(lat: number): number {
  if (lat >= MERCATOR_LIMIT) return 0;
  if (lat <= -MERCATOR_LIMIT) return 1;
  const sine = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Row of a latitude, from 0 in the north; clamped to the grid. */
export function rowOf(lat: number): number {
  return Math.min(GRID - 1, Math.max(0, Math.floor(southing(lat) * GRID)));
}

/** Column of a longitude, from 0 at −180. */
export function columnOf(lon: number): number {
  return Math.min(GRID - 1, Math.max(0, Math.floor(((lon + 180) / 360) * GRID)));
}

/** The cell of a place: the same for ±180, and for all longitudes at a pole. */
export function cellOf(lat: number, lon: number): Cell {
  if (lat >= 90 || lat <= -90 || lon >= 180) return { x: 0, y: rowOf(lat) };
  return { x: columnOf(lon), y: rowOf(lat) };
}

/** Position of a cell on the Z-order curve, −2³¹…2³¹−1. */
export function mortonOf({ x, y }: Cell): number {
  return (((spread(y) << 1) | spread(x)) >>> 0) - SHIFT;
}

/** The code in `object_state.q16`. */
export function q16Of(lat: number, lon: number): number {
  return mortonOf(cellOf(lat, lon));
}

/** The code counted from 0; its leading bits are the code of the coarser tile. */
export function unsignedOf(q16: number): number {
  return q16 + SHIFT;
}

/** The stored form of a code counted from 0. */
export function q16From(unsigned: number): number {
  return unsigned - SHIFT;
}

function gather(value: number): number {
  let v = value & 0x55555555;
  v = (v | (v >>> 1)) & 0x33333333;
  v = (v | (v >>> 2)) & 0x0f0f0f0f;
  v = (v | (v >>> 4)) & 0x00ff00ff;
  return (v | (v >>> 8)) & 0xffff;
}

/** Column and row of a code counted from 0, at any level. */
export function placeOf(unsigned: number): Cell {
  return { x: gather(unsigned), y: gather(unsigned >>> 1) };
}
