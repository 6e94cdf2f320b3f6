import { differences, type MemberName, type Members, type MemberValue, same } from './object-members.js';

export interface Merge {
  /** What both sides want; of members that they want differently, theirs. */
  merged: Members;
  /** What both sides changed, to different values. */
  conflicts: readonly MemberName[];
}

/**
 * Two sides' changes to the same object, taken together: what one side left as it was is as the other has it.
 * @param base what both began with
 */
export function merge(base: Members, mine: Members, theirs: Members): Merge {
  const merged = new Map<MemberName, MemberValue>(theirs);
  const conflicts: MemberName[] = [];
  for (const name of differences(base, mine)) {
    const [wanted, there] = [mine.get(name), theirs.get(name)];
    if (same(there, base.get(name))) {
      if (wanted === undefined) merged.delete(name);
      else merged.set(name, wanted);
    } else if (!same(wanted, there)) conflicts.push(name);
  }
  return { merged, conflicts };
}
