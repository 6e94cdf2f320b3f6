import { compareObserved, follow, type Observation, type Row, samePoint } from './movement.js';

/** Adds (1) or subtracts (−1) the contribution of a row, given the row before it. */
export type Step = (before: Row | undefined, row: Row, sign: 1 | -1) => void;

export interface Refolded<T extends Observation> {
  /** Rows of new observations, each with its observation. */
  inserted: { row: Row; observation: T }[];
  /** Existing rows that have another predecessor now. */
  changed: Row[];
  /** The last of all rows, if none follow the held ones. */
  newest: Row | undefined;
  /** False: the held rows ended before the rows behind them were known to be unchanged; more of them are needed. */
  settled: boolean;
}

/**
 * Inserts observations into the rows of an object, at their places in the order of observation: the rows behind them are
 * folded again until nothing changes any more. An observation that is already stored changes nothing.
 * @param before the row before the first of the observations
 * @param held rows from there on, in order
 * @param more whether rows follow those
 * @param fresh in the order of observation
 */
export function refold<T extends Observation>(
  before: Row | undefined,
  held: readonly Row[],
  more: boolean,
  fresh: readonly T[],
  step: Step,
): Refolded<T> {
  const result: Refolded<T> = { inserted: [], changed: [], newest: held.at(-1) ?? before, settled: true };
  let former = before;
  let now = before;
  let next = 0;
  for (const row of held) {
    for (; next < fresh.length && compareObserved(fresh[next]!, row) < 0; next++) now = insert(result, now, fresh[next]!, step);
    for (; next < fresh.length && compareObserved(fresh[next]!, row) === 0; next++);
    if (former === now) {
      if (next === fresh.length) return result;
      former = now = row;
      continue;
    }
    const anew = follow(now, row);
    const isSame = samePoint(anew.point, row.point) && samePoint(anew.anchor, row.anchor);
    step(former, row, -1);
    step(now, isSame ? row : anew, 1);
    if (!isSame) result.changed.push(anew);
    former = row;
    now = isSame ? row : anew;
  }
  result.settled = !more || (former === now && next === fresh.length);
  for (; next < fresh.length; next++) now = insert(result, now, fresh[next]!, step);
  result.newest = now;
  return result;
}

/** @returns the row, or the one before if it is the same observation again */
function insert<T extends Observation>(result: Refolded<T>, before: Row | undefined, observation: T, step: Step): Row | undefined {
  if (before !== undefined && compareObserved(before, observation) === 0) return before;
  const row = follow(before, observation);
  step(before, row, 1);
  result.inserted.push({ row, observation });
  return row;
}
