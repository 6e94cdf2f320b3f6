import type { Descriptive, DescriptiveSet } from './object.js';

/**
 * All descriptive members of an object, in the order in which readers see them. One that is forgotten here does not compile.
 */
export function descriptiveOf(object: Descriptive): Descriptive & Record<keyof Descriptive, unknown> {
  const { title, type, icon, description, contentElements, picture } = object;
  return { title, type, icon, description, contentElements, picture };
}

const NAMES = Object.keys(descriptiveOf({})) as readonly (keyof Descriptive)[];

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
