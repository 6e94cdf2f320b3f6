import { differences, type MemberName, type Members, type MemberValue, same } from './object-members.js';

export interface Merge {
  /** Both sides' changes; for members that both changed to different values, theirs. */
  merged: Members;
  /** Members that both sides changed to different values. */
  conflicts: readonly MemberName[];
}

/**
 * Combines two sides' changes to the same object: a member that one side left unchanged has the other side's value.
 * @param base the members that both sides started with
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
