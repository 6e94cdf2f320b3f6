export const COLUMNS = 12;
const MAX_ROWS = 24;

/** Position of a tile: columns and rows from 0. */
export interface Place {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

export const overlap = (a: Place, b: Place): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const byPlace = (a: Place, b: Place): number => a.y - b.y || a.x - b.x;

/** Moves a tile; tiles that it would cover move down, and gaps above tiles close. */
export function moved<T extends Place>(tiles: readonly T[], id: string, x: number, y: number): T[] {
  return settled(tiles, id, (tile) => ({ ...tile, x: within(x, 0, COLUMNS - tile.w), y: Math.max(0, y) }));
}

export function resized<T extends Place>(tiles: readonly T[], id: string, w: number, h: number): T[] {
  return settled(tiles, id, (tile) => ({ ...tile, w: within(w, 1, COLUMNS - tile.x), h: within(h, 1, MAX_ROWS) }));
}

/** Adds a tile below all others. */
export function added<T extends Place>(tiles: readonly T[], tile: T): T[] {
  return compacted([...tiles, { ...tile, x: 0, y: Math.max(0, ...tiles.map(({ y, h }) => y + h)) }]);
}

/** Closes the gaps above tiles and separates overlapping ones, which an API call can store. */
export function compacted<T extends Place>(tiles: readonly T[]): T[] {
  const done: T[] = [];
  for (const tile of [...tiles].sort(byPlace)) {
    const fitting = { ...tile, x: within(tile.x, 0, COLUMNS - 1), w: within(tile.w, 1, COLUMNS - within(tile.x, 0, COLUMNS - 1)) };
    let y = 0;
    // As high as possible without overlapping another tile.
    for (const other of done) if (fitting.x < other.x + other.w && other.x < fitting.x + fitting.w) y = Math.max(y, other.y + other.h);
    done.push({ ...fitting, y });
  }
  return done.sort(byPlace);
}

function settled<T extends Place>(tiles: readonly T[], id: string, change: (tile: T) => T): T[] {
  const before = tiles.find((tile) => tile.id === id);
  if (before === undefined) return [...tiles];
  const changed = change(before);
  const placed: T[] = [changed];
  for (const tile of tiles.filter((other) => other.id !== id).sort(byPlace)) {
    let next = tile;
    for (let other = placed.find((each) => overlap(each, next)); other !== undefined; other = placed.find((each) => overlap(each, next)))
      next = { ...next, y: other.y + other.h };
    placed.push(next);
  }
  return compacted(placed);
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, Math.round(value)));
