import type { EditDone, ObjectChange } from './object-edits.js';
import { differences, membersOf } from './object-members.js';

/** What undoes a change: the values from before, of those members alone that it changed; undefined where it changed nothing. */
export function inverseOf({ before, after }: EditDone, change: ObjectChange): ObjectChange | undefined {
  if ('order' in change)
    return before.archived === after.archived ? undefined : { order: change.order === 'archive' ? 'restore' : 'archive' };
  const [from, to] = [membersOf(before), membersOf(after)];
  const touched = new Set(change.set.map(([name]) => name));
  const set = differences(from, to).flatMap((name) => (touched.has(name) ? [[name, from.get(name)] as const] : []));
  return set.length === 0 ? undefined : { set };
}
