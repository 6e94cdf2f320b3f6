import { MAX_SIGHTED_NAME_CHARACTERS } from '#contracts/directory/field-sighting.js';
import { isCleanText } from '#contracts/dto/text-rule.js';
import { Problem } from '#problems/problem.js';

/** A name that a field can have, out of the address. @throws Problem 422 */
export function fieldNameOf(text: string): string {
  if (isCleanText(text, MAX_SIGHTED_NAME_CHARACTERS, false) && text !== '__proto__') return text;
  const detail = `must be 1…${MAX_SIGHTED_NAME_CHARACTERS} characters, not blank, without control characters`;
  throw new Problem('invalid', `The name of the field in the address ${detail}.`, { errors: [{ pointer: 'field', detail }] });
}

/** For the query parameter that goes on from a page. @throws Problem 400 */
export function afterName(text: unknown): string {
  if (text === undefined) return '';
  if (typeof text !== 'string' || !isCleanText(text, MAX_SIGHTED_NAME_CHARACTERS, true)) throw new Problem('invalid-parameter', 'after must be the value next of the page before.', { errors: [{ pointer: 'after', detail: 'must be the name of a field' }] });
  return text;
}
