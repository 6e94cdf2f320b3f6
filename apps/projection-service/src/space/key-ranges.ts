import { GRID, mortonOf } from './morton.js';

/** A rectangle of cells, including all its borders. */
export interface CellRectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A range of codes, including both ends. */
export interface KeyRange {
  from: number;
  to: number;
}

interface Quad {
  x: number;
  y: number;
  size: number;
}

/** More ranges read fewer unneeded rows, but each costs a descent of the index. */
export const MAX_RANGES = 24;

function overlaps(quad: Quad, r: CellRectangle): boolean {
  return quad.x <= r.right && quad.x + quad.size - 1 >= r.left && quad.y <= r.bottom && quad.y + quad.size - 1 >= r.top;
}

function within(quad: Quad, r: CellRectangle): boolean {
  return quad.x >= r.left && quad.x + quad.size - 1 <= r.right && quad.y >= r.top && quad.y + quad.size - 1 <= r.bottom;
}

function quarters({ x, y, size }: Quad): Quad[] {
  const half = size / 2;
  return [
    { x, y, size: half },
    { x: x + half, y, size: half },
    { x, y: y + half, size: half },
    { x: x + half, y: y + half, size: half },
  ];
}

function merged(quads: readonly Quad[]): KeyRange[] {
  const ranges = quads
    .map((quad) => {
      const from = mortonOf(quad);
      return { from, to: from + quad.size * quad.size - 1 };
    })
    .sort((a, b) => a.from - b.from);
  const joined: KeyRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined;
}

/** Ascending ranges of codes that cover the rectangles. The quadtree is refined level by level within the limit of ranges. */
export function keyRanges(rectangles: readonly CellRectangle[], maxRanges = MAX_RANGES): KeyRange[] {
  if (rectangles.length === 0) return [];
  let quads: Quad[] = [{ x: 0, y: 0, size: GRID }];
  while (quads.some((quad) => quad.size > 1 && !rectangles.some((r) => within(quad, r)))) {
    const finer = quads.flatMap((quad) => {
      if (quad.size === 1 || rectangles.some((r) => within(quad, r))) return [quad];
      return quarters(quad).filter((quarter) => rectangles.some((r) => overlaps(quarter, r)));
    });
    // Merging is only necessary if there are more cells than allowed ranges.
    if (finer.length > maxRanges && merged(finer).length > maxRanges) break;
    quads = finer;
  }
  return merged(quads);
}
