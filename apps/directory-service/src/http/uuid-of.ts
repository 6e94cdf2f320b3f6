import { Problem } from '#problems/problem.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

/** @throws Problem 404 for anything but a UUID, since nothing can have that id */
export function uuidOf(text: string): string {
  if (!isUuid(text)) throw new Problem('not-found', 'The id in the path is not a UUID, so nothing has this id.');
  return text;
}

/** A query parameter with the last id of the previous page. @throws Problem 400 */
export function uuidParameter(name: string, text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (!isUuid(text))
    throw new Problem('invalid-parameter', `${name} must be the \`next\` value of the previous page.`, {
      errors: [{ pointer: name, detail: 'must be a UUID' }],
    });
  return text;
}
