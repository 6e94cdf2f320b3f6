import type { AreaShape } from './area-shape.js';
import type { Where } from './where-in-ring.js';

/** The parts of an area that are needed to locate a report. */
export interface Outline {
  readonly shape: AreaShape;
  readonly floor?: string | number;
}

/** A reported position. */
export interface PositionReport {
  readonly lat: number;
  readonly lon: number;
  /** Radius in metres within which the object is; omitted: the position is exact. */
  readonly accuracy?: number;
  readonly floor?: string | number;
}

/** Locates a report. @returns `border` if the circle of the position's accuracy crosses the border, so that the report is undecided */
export function placeRelativeTo({ shape, floor }: Outline, { lat, lon, accuracy, floor: reported }: PositionReport): Where {
  if (floor !== undefined && reported !== undefined && String(floor) !== String(reported)) return 'outside';
  return shape.whereIs(lon, lat, accuracy ?? 0);
}
