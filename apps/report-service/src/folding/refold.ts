import { compareObserved, follow, type Observation, type Row, samePoint } from './movement.js';

/** Adds (sign 1) or subtracts (−1) the contribution of a row to the sums. @param before the row before it */
export type Step = (before: Row | undefined, row: Row, sign: 1 | -1) => void;

export interface Refolded<T extends Observation> {
  /** The rows of new observations, each with its observation. */
  inserted: { row: Row; observation: T }[];
  /** Existing rows that now have another predecessor. */
  changed: Row[];
  /** The last of all rows, if none follow the given ones. */
  newest: Row | undefined;
  /** False if more rows have to be read, since rows after the given ones may change. */
  settled: boolean;
}

/**
 * Inserts observations into the rows of an object, in the order of observation. Later rows are folded again until one does not change.
 * An observation that is already stored changes nothing.
 * @param before the row before the first observation
 * @param held the rows from there on, in order
 * @param more whether further rows follow
 * @param fresh the new observations, in the order of observation
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
    const followed = follow(now, row);
    const isSame = samePoint(followed.point, row.point) && samePoint(followed.anchor, row.anchor);
    step(former, row, -1);
    step(now, isSame ? row : followed, 1);
    if (!isSame) result.changed.push(followed);
    former = row;
    now = isSame ? row : followed;
  }
  result.settled = !more || (former === now && next === fresh.length);
  for (; next < fresh.length; next++) now = insert(result, now, fresh[next]!, step);
  result.newest = now;
  return result;
}

/** @returns the row, or the one before it if the observation is a repetition */
function insert<T extends Observation>(result: Refolded<T>, before: Row | undefined, observation: T, step: Step): Row | undefined {
  if (before !== undefined && compareObserved(before, observation) === 0) return before;
  const row = follow(before, observation);
  step(before, row, 1);
  result.inserted.push({ row, observation });
  return row;
}
