import type { EditDone, ObjectChange } from './object-edits.js';
import { differences, membersOf } from './object-members.js';

/** The change that undoes another: the former values of the members that it changed; undefined if it changed nothing. */
export function inverseOf({ before, after }: EditDone, change: ObjectChange): ObjectChange | undefined {
  if ('order' in change)
    return before.archived === after.archived ? undefined : { order: change.order === 'archive' ? 'restore' : 'archive' };
  const [from, to] = [membersOf(before), membersOf(after)];
  const touched = new Set(change.set.map(([name]) => name));
  const set = differences(from, to).flatMap((name) => (touched.has(name) ? [[name, from.get(name)] as const] : []));
  return set.length === 0 ? undefined : { set };
}
