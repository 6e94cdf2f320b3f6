import { Problem } from '#problems/problem.js';
import type { TimeBuckets } from './time-buckets.js';

/** Most rows of an answer. */
export const MAX_ROWS = 10_000;

export type Cell = string | number | null;

/** A report. Its columns are the properties of each row, in the order of the CSV. */
export interface ReportTable {
  report: string;
  columns: readonly string[];
  rows: Record<string, Cell>[];
}

/** @throws Problem 400 if an answer would have too many rows */
export function boundRows(count: number): void {
  if (count > MAX_ROWS)
    throw new Problem(
      'invalid-parameter',
      `The report would have more than ${MAX_ROWS} rows; request a longer interval, a shorter time, fewer types or a coarser breakdown.`,
    );
}

/** Combines the measures of several sums by bucket and group. */
export class RowsOf {
  private readonly rows = new Map<string, Record<string, Cell>>();

  constructor(
    private readonly buckets: TimeBuckets,
    private readonly empty: Readonly<Record<string, Cell>>,
  ) {}

  /** The row of a bucket (from 0) and a group; a new row has the group's values and no measures. */
  of(bucket: number, group: Readonly<Record<string, Cell>>): Record<string, Cell> {
    const key = JSON.stringify([bucket, group]);
    let row = this.rows.get(key);
    if (row === undefined) {
      this.rows.set(key, (row = { from: this.buckets.label(bucket), ...group, ...this.empty }));
      boundRows(this.rows.size);
    }
    return row;
  }

  /** The rows, ordered by bucket and then by group. */
  inOrder(): Record<string, Cell>[] {
    return [...this.rows].sort(([a], [b]) => compareKeys(a, b)).map(([, row]) => row);
  }
}

function compareKeys(a: string, b: string): number {
  return Number.parseInt(a.slice(1), 10) - Number.parseInt(b.slice(1), 10) || (a < b ? -1 : 1);
}
