import type { ObjectThen } from '../map/object-then.js';
import { searchParts } from './search-conditions.js';

/**
 * Objects whose id, title or type contains the typed words, ignoring case, and that have one of the searched types. Conditions on fields,
 * areas and ages are ignored, because a moment in the past has only positions.
 */
export function foundThen(objects: readonly ObjectThen[], text: string): readonly ObjectThen[] {
  const parts = searchParts(text);
  const words = parts
    .filter(({ is }) => is === 'word')
    .map((part) => part.text)
    .join(' ')
    .toLocaleLowerCase();
  const types = parts.flatMap((part) => (part.is === 'type' ? [part.name] : []));
  return objects.filter(
    ({ externalId, title = '', type = '' }) =>
      (types.length === 0 || types.includes(type)) && [externalId, title, type].some((each) => each.toLocaleLowerCase().includes(words)),
  );
}
