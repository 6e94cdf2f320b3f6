import type { HeatBox } from '../space/cells.js';

export const AGGREGATES = ['objects', 'observations', 'dwell', 'mean', 'max'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface HeatQuery {
  workspace: string;
  /** In whole hours since the epoch; `to` is excluded. */
  from: number;
  to: number;
  resolution: number;
  box: HeatBox | undefined;
  /** Name of the field for `mean` and `max`. */
  number: string | undefined;
  aggregate: Aggregate;
  /** Cells with fewer objects are left out. */
  minObjects: number;
}

export interface HeatCell {
  cell: string;
  objects: number;
  observations: number;
  /** Mean of the field; absent without a field. */
  mean?: number | null;
  max?: number | null;
  /** Total time of all objects in the cell; only for resolutions finer than `FINEST`, and with `dwell`. */
  dwellSeconds?: number;
}
