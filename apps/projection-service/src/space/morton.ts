/** Side of the grid: tiles of the Web Mercator projection at zoom 16 (611 m at the equator). */
export const GRID = 65_536;
/** Beyond this latitude Web Mercator has no tiles; places there belong to the outermost row. */
const MERCATOR_LIMIT = 85.0511287798066;
/** Codes are stored as int4: the lowest one is −2³¹, so that they sort as the curve runs. */
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

/** How far a latitude lies from the north of the projection's square, 0…1; clamped to it. */
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

/** Places with two names get one cell: +180 is −180, and a pole has no longitude. */
export function cellOf(lat: number, lon: number): Cell {
  if (lat >= 90 || lat <= -90 || lon >= 180) return { x: 0, y: rowOf(lat) };
  return { x: columnOf(lon), y: rowOf(lat) };
}

/** Position of a cell on the Z-order curve, −2³¹…2³¹−1. */
export function mortonOf({ x, y }: Cell): number {
  return (((spread(y) << 1) | spread(x)) >>> 0) - SHIFT;
}

/** The code that `object_state.q16` holds. */
export function q16Of(lat: number, lon: number): number {
  return mortonOf(cellOf(lat, lon));
}

/** The same from 0, by its bits: those of a coarser tile are a prefix. */
export function unsignedOf(q16: number): number {
  return q16 + SHIFT;
}

/** Back to the stored form. */
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
