import type { ObjectThen } from '../map/object-then.js';
import { searchParts } from './search-conditions.js';

/**
 * Those whose id, title or type contains the words that were typed, in any case, and that are of the types of its conditions. Conditions
 * on fields, areas and ages leave nothing out, as a moment of the past has only positions.
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
