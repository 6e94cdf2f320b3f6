import { Problem } from '#problems/problem.js';

const MAX_CHARACTERS = 256;
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f]|^\s*$/;

/** Holds an externalId in a path, decoded, to the same rules as one in a body: 1…256 characters, not blank, no control characters. */
export function checkExternalId(id: string): Problem | undefined {
  const fault = FORBIDDEN.test(id)
    ? 'The externalId in the path is blank or contains a control character.'
    : id.length > MAX_CHARACTERS && [...id].length > MAX_CHARACTERS
      ? `The externalId in the path has more than ${MAX_CHARACTERS} characters.`
      : undefined;
  return fault === undefined ? undefined : new Problem('invalid', fault, { errors: [{ pointer: '#/path/externalId', detail: fault }] });
}
