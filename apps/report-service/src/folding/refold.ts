import { compareObserved, follow, type Observation, type Row, samePoint } from './movement.js';

/** Adds (1) or takes away (−1) what a row brings with this row before it. */
export type Step = (before: Row | undefined, row: Row, sign: 1 | -1) => void;

export interface Refolded<T extends Observation> {
  /** Rows of observations that were not there, each with its observation. */
  inserted: { row: Row; observation: T }[];
  /** Rows that were there and follow on others now. */
  changed: Row[];
  /** The last of all rows, where there are none behind those that were held. */
  newest: Row | undefined;
  /** False: the held rows came to an end before what lies behind them could be told to be as it was; more of them are needed. */
  settled: boolean;
}

/**
 * Takes observations into what is held of an object, wherever in the order of observation they belong: the rows behind them are
 * folded again until nothing changes any more. An observation that is held already changes nothing.
 * @param before the row before the first of the observations
 * @param held rows from there on, in order
 * @param more whether there are rows behind those
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

/** @returns the row, or the one before when it is the same observation once more */
function insert<T extends Observation>(result: Refolded<T>, before: Row | undefined, observation: T, step: Step): Row | undefined {
  if (before !== undefined && compareObserved(before, observation) === 0) return before;
  const row = follow(before, observation);
  step(before, row, 1);
  result.inserted.push({ row, observation });
  return row;
}
