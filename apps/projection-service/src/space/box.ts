import type { CellRectangle } from './key-ranges.js';
import { cellOf, columnOf, GRID, rowOf } from './morton.js';

/** A box in degrees, including its borders; it crosses the antimeridian if west > east. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const LAST = GRID - 1;

/** From GeoJSON's order (RFC 7946, 5). */
export function boxOf([west, south, east, north]: readonly [number, number, number, number]): Box {
  return { west, south, east, north };
}

/** Whether the box includes the meridian at ±180. */
export function touchesAntimeridian({ west, east }: Box): boolean {
  return west > east || west <= -180 || east >= 180;
}

/** Whether a place lies in the box. The SQL filter must have the same meaning. */
export function contains(box: Box, lat: number, lon: number): boolean {
  if (lat < box.south || lat > box.north) return false;
  if (Math.abs(lat) >= 90) return true;
  if (Math.abs(lon) >= 180 && touchesAntimeridian(box)) return true;
  return box.west <= box.east ? lon >= box.west && lon <= box.east : lon >= box.west || lon <= box.east;
}

/** Rectangles of cells that cover the box. They may cover more, so the exact filter is still needed. */
export function rectanglesOf(box: Box): CellRectangle[] {
  const rows = { top: rowOf(box.north), bottom: rowOf(box.south) };
  const rectangles: CellRectangle[] = [];
  if (box.west <= box.east) rectangles.push({ ...rows, left: columnOf(box.west), right: columnOf(box.east) });
  else rectangles.push({ ...rows, left: columnOf(box.west), right: LAST }, { ...rows, left: 0, right: columnOf(box.east) });
  if (touchesAntimeridian(box)) rectangles.push({ ...rows, left: 0, right: 0 });
  for (const pole of [box.north >= 90 ? 90 : undefined, box.south <= -90 ? -90 : undefined]) {
    if (pole === undefined) continue;
    const { x, y } = cellOf(pole, 0);
    rectangles.push({ top: y, bottom: y, left: x, right: x });
  }
  return rectangles;
}
