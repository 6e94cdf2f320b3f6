/** Zoom levels of the counted cells: at the finest one (5 km at the equator) few moves leave a cell. */
export const COUNTED_LEVELS = [5, 7, 9, 11, 13] as const;
export const FINEST_COUNTED = 13;

/** The finest counted zoom that is not finer than `zoom`, or else the coarsest one. */
export function countedLevel(zoom: number): number {
  return COUNTED_LEVELS.findLast((level) => level <= zoom) ?? COUNTED_LEVELS[0];
}
