import { cellToBoundary, gridDisk, latLngToCell, polygonToCells } from 'h3-js';
import type { Place } from './great-circle.js';

/** The finest stored resolution (cells of about 0.7 km²); coarser cells are sums of these. */
export const FINEST = 8;
/** The finest resolution of a query (about 2,000 m²): beyond `FINEST`, cells are counted from the stored reports. */
export const FINEST_REQUESTED = 11;
/** The coarsest resolution of a query. */
export const COARSEST = 2;

/** Bits of a digit; an index has one digit per resolution, the finest one last. */
const DIGIT = 3n;
const RESOLUTION_AT = 52n;
const digitsBelow = (resolution: number): bigint => (1n << (DIGIT * BigInt(15 - resolution))) - 1n;

/** The H3 cell of a place as a number, as in the database. */
export function cellOf(place: Place | undefined): bigint | undefined {
  return place && numberOf(latLngToCell(place.lat, place.lon, FINEST));
}

/** The number of a cell, whose text form is hexadecimal. */
const numberOf = (cell: string): bigint => BigInt(`0x${cell}`);

/** The usual text form of a cell that the database stores as a number. */
export function cellText(decimal: string): string {
  return BigInt(decimal).toString(16);
}

/** SQL of the coarser cell that contains a cell of the finest resolution: the bits of further digits become ones. */
export function parentSql(cell: string, resolution: number): string {
  const keep = ~((15n << RESOLUTION_AT) | digitsBelow(resolution)) & ((1n << 63n) - 1n);
  return `((${cell} & ${keep}) | ${(BigInt(resolution) << RESOLUTION_AT) | digitsBelow(resolution)})`;
}

/** SQL of the cell in the finest stored resolution, for a cell that may have been written with a finer one. */
export const finestSql = (cell: string): string => parentSql(cell, FINEST);

/** The range of numbers of the finest cells in a coarser cell, which are consecutive. */
export function rangeOf(cell: string, resolution: number): { from: string; to: string } {
  const beyond = digitsBelow(FINEST);
  const base = (numberOf(cell) & ~((15n << RESOLUTION_AT) | digitsBelow(resolution))) | (BigInt(FINEST) << RESOLUTION_AT) | beyond;
  return { from: base.toString(), to: (base | (digitsBelow(resolution) & ~beyond)).toString() };
}

/** A box in degrees; it crosses the antimeridian if west > east. */
export interface HeatBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** With more coarse cells than this, all cells are read. */
const MAX_RANGES = 400;
const WIDEST_DEGREES = 90;
const MIN_DEGREES = 1e-6;

/**
 * Ranges of finest cells that cover a box, and all parts of the cells of resolution `whole` in it; undefined if the box is so large that
 * all cells can be read.
 */
export function rangesOf(box: HeatBox, whole: number): { from: string; to: string }[] | undefined {
  const width = box.east - box.west + (box.west > box.east ? 360 : 0);
  const size = Math.max(width, box.north - box.south);
  if (size > WIDEST_DEGREES / 4) return undefined;
  // About ten cells across: a cell of resolution 0 is about 20 degrees wide, and each finer one is 2.6 times smaller.
  const resolution = Math.max(1, Math.min(FINEST - 1, whole, Math.floor(Math.log(160 / Math.max(size, 1e-6)) / Math.log(2.6457))));
  const cells = new Set<string>();
  for (const [west, east] of box.west > box.east
    ? [
        [box.west, 180],
        [-180, box.east],
      ]
    : [[box.west, box.east]]) {
    const ring = [
      [box.south, west!],
      [box.south, east!],
      [box.north, east!],
      [box.north, west!],
    ];
    // For a tiny box, its corners are enough.
    if (Math.min(east! - west!, box.north - box.south) > MIN_DEGREES) for (const cell of polygonToCells(ring, resolution)) cells.add(cell);
    for (const [lat, lon] of ring) cells.add(latLngToCell(lat!, lon!, resolution));
    cells.add(latLngToCell((box.south + box.north) / 2, (west! + east!) / 2, resolution));
    if (cells.size > MAX_RANGES) return undefined;
  }
  // Finer cells extend slightly beyond their coarser cell, and cells at the edge of the box may have their centre outside.
  const around = new Set([...cells].flatMap((cell) => gridDisk(cell, 1)));
  return around.size > MAX_RANGES * 2 ? undefined : [...around].map((cell) => rangeOf(cell, resolution));
}

/** Upper bound of the width of a `FINEST` cell, in degrees of latitude. */
const CELL_DEGREES = 0.012;
/** Ratio of the widths of cells in consecutive resolutions. */
const WIDER = Math.sqrt(7);
/** Upper bound of a cell's width at a resolution, in degrees of latitude. */
const widthAt = (resolution: number): number => CELL_DEGREES * WIDER ** (FINEST - resolution);
/** Area of about 800 `FINEST` cells, in square degrees at the equator. */
const MAX_AROUND = 0.05;
/** Nearer to the poles, a box is much wider on one side than on the other. */
const MAX_LATITUDE = 80;

/**
 * Ranges that cover the `FINEST` cells with any finer cell whose centre is in the box; undefined if all cells can be read.
 */
export function rangesAround({ west, south, east, north }: HeatBox): { from: string; to: string }[] | undefined {
  const latitude = Math.max(Math.abs(south), Math.abs(north));
  if (west > east || latitude > MAX_LATITUDE) return undefined;
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  for (const resolution of [FINEST, FINEST - 2, FINEST - 4]) {
    const margin = widthAt(resolution);
    if ((north - south + 2 * margin) * ((east - west) * narrowing + 2 * margin) > MAX_AROUND * WIDER ** (2 * (FINEST - resolution)))
      continue;
    const [low, high, left, right] = [south - margin, north + margin, west - margin / narrowing, east + margin / narrowing];
    if (left < -180 || right > 180) return undefined;
    return polygonToCells(
      [
        [low, left],
        [low, right],
        [high, right],
        [high, left],
      ],
      resolution,
    ).map((cell) => rangeOf(cell, resolution));
  }
  return undefined;
}

/** Upper bound of the distance from a cell's centre to its corners, as a share of its width. */
const MORE_THAN_HALF = 0.6;

/** A box that contains the centres of all cells that touch the given box, which does not cross the antimeridian. */
export function withCellsAround({ west, south, east, north }: HeatBox, resolution: number): HeatBox {
  const margin = MORE_THAN_HALF * widthAt(resolution);
  const [low, high] = [Math.max(-90, south - margin), Math.min(90, north + margin)];
  const wide = margin / Math.max(0.01, Math.cos((Math.max(-low, high) * Math.PI) / 180));
  return { west: Math.max(-180, west - wide), south: low, east: Math.min(180, east + wide), north: high };
}

export function isInBox({ west, south, east, north }: HeatBox, [lat, lon]: readonly [number, number]): boolean {
  return lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east);
}

/** Precision of a tenth of a metre, as RFC 7946 (11.2) recommends. */
const DECIMALS = 1e6;

/** The closed ring of a cell's corners as [lon, lat]; across the antimeridian, longitudes continue beyond ±180. */
export function outline(cell: string): [number, number][] {
  const corners = cellToBoundary(cell, true).map(([lon, lat]): [number, number] => [
    Math.round(lon! * DECIMALS) / DECIMALS,
    Math.round(lat! * DECIMALS) / DECIMALS,
  ]);
  const isOver = Math.max(...corners.map(([lon]) => lon)) - Math.min(...corners.map(([lon]) => lon)) > 180;
  return isOver ? corners.map(([lon, lat]) => [lon < 0 ? lon + 360 : lon, lat]) : corners;
}
