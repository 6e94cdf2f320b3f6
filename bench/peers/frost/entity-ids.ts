/** The one feature of interest, sensor and observed property of all objects. */
export const FEATURE_ID = 1;

/** The id of an object's thing and of its datastream: FROST's ids begin with 1. */
export function frostId(number: number): number {
  return number + 1;
}

/** The inverse of `frostId`. */
export function numberOf(id: number): number {
  return id - 1;
}
