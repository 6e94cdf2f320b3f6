import type { Narrowing } from '#identity/caller.js';
import { typeInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { boxOf, contains } from '../space/box.js';

/** Whether a narrowed token may see an object by its present state; the id is checked before the look-up. */
export function stateInside(narrowing: Narrowing, { type, position }: Pick<ObjectState, 'type' | 'position'>): boolean {
  const { bbox } = narrowing;
  return typeInside(narrowing, type) && (bbox === undefined || contains(boxOf(bbox), position.lat, position.lon));
}
