import { MAX_SIGHTED_NAME_CHARACTERS } from '#contracts/directory/field-sighting.js';
import { isCleanText } from '#contracts/dto/text-rule.js';
import { Problem } from '#problems/problem.js';

/** A field name from the path. @throws Problem 422 */
export function fieldNameOf(text: string): string {
  if (isCleanText(text, MAX_SIGHTED_NAME_CHARACTERS, false) && text !== '__proto__') return text;
  const detail = `must be 1…${MAX_SIGHTED_NAME_CHARACTERS} characters, not blank, without control characters`;
  throw new Problem('invalid', `The name of the field in the path ${detail}.`, { errors: [{ pointer: 'field', detail }] });
}

/**
 * The same for a new definition. Values of fields named `.` and `..` are accepted, but there is no URL for their definition: clients
 * resolve them as path segments (RFC 3986, 5.2.4).
 * @throws Problem 422
 */
export function definableNameOf(text: string): string {
  const name = fieldNameOf(text);
  if (name !== '.' && name !== '..') return name;
  const detail = 'must not be "." or "..": clients remove these from a path, so the definition could not be read';
  throw new Problem(
    'invalid',
    `The name of a defined field ${detail}. Values of a field with this name are accepted without a definition.`,
    {
      errors: [{ pointer: 'field', detail }],
    },
  );
}

/** A query parameter with the last name of the previous page. @throws Problem 400 */
export function afterName(text: unknown): string {
  if (text === undefined) return '';
  if (typeof text !== 'string' || !isCleanText(text, MAX_SIGHTED_NAME_CHARACTERS, true))
    throw new Problem('invalid-parameter', 'after must be the `next` value of the previous page.', {
      errors: [{ pointer: 'after', detail: 'must be the name of a field' }],
    });
  return text;
}
