import type { Descriptive, DescriptiveSet } from './object.js';

/** An object, so that a forgotten member does not compile. */
const MEMBERS: Record<keyof Descriptive, true> = {
  title: true,
  type: true,
  icon: true,
  description: true,
  contentElements: true,
  picture: true,
};

/** In the order in which readers see them. */
const NAMES = Object.keys(MEMBERS) as readonly (keyof Descriptive)[];

/** The descriptive values among the members of an object. */
export function descriptiveOf(object: Descriptive): Descriptive {
  const values: Descriptive = {};
  for (const name of NAMES) if (object[name] !== undefined) values[name] = object[name] as never;
  return values;
}

/** The given descriptive values, null for those to clear; undefined if there are none. */
export function descriptiveSet(given: DescriptiveSet): DescriptiveSet | undefined {
  let set: DescriptiveSet | undefined;
  for (const name of NAMES) {
    if (given[name] !== undefined) (set ??= {})[name] = given[name] as never;
  }
  return set;
}

/** The values after a change: new values replace old ones, and cleared ones are omitted. */
export function applyDescriptive(next: Descriptive, held: Descriptive | undefined, set: DescriptiveSet | undefined): void {
  for (const name of NAMES) {
    const value = set?.[name] === undefined ? held?.[name] : set[name];
    if (value !== undefined && value !== null) next[name] = value as never;
  }
}
