import { Problem } from '#problems/problem.js';

const MAX_CHARACTERS = 256;

/** A text parameter of a query. @throws Problem 400 */
export function textParameter(name: string, text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text === 'string' && text.length <= MAX_CHARACTERS) return text;
  throw new Problem('invalid-parameter', `${name} must be sent once, with at most ${MAX_CHARACTERS} characters.`, {
    errors: [{ pointer: name, detail: 'must be one text' }],
  });
}
