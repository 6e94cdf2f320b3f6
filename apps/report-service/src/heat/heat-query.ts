import type { HeatBox } from '../space/cells.js';

export const AGGREGATES = ['objects', 'observations', 'dwell', 'mean', 'max'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface HeatQuery {
  workspace: string;
  /** Whole hours, in hours since the epoch; `to` is not included. */
  from: number;
  to: number;
  resolution: number;
  box: HeatBox | undefined;
  /** Name of the field, with `mean` and `max`. */
  number: string | undefined;
  aggregate: Aggregate;
  /** Cells with fewer are not shown. */
  minObjects: number;
}

export interface HeatCell {
  cell: string;
  objects: number;
  observations: number;
  /** Mean of the field; undefined without a field. */
  mean?: number | null;
  max?: number | null;
  /** How long objects were in it, all together; only of finer resolutions than `FINEST` and with `dwell`. */
  dwellSeconds?: number;
}
