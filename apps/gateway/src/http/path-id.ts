import { Problem } from '#problems/problem.js';

const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f]|^\s*$/;

/** Holds an externalId in a path, decoded, to the same rules as one in a body: not too long, not blank, no control characters. */
export function checkExternalId(id: string, maxCharacters: number): Problem | undefined {
  const fault =
    id === ''
      ? 'The externalId in the path is empty; is there a slash too many?'
      : FORBIDDEN.test(id)
        ? 'The externalId in the path is blank or contains a control character.'
        : id.length > maxCharacters && [...id].length > maxCharacters
          ? `The externalId in the path has more than ${maxCharacters} characters.`
          : undefined;
  return fault === undefined ? undefined : new Problem('invalid', fault, { errors: [{ pointer: 'externalId', detail: fault }] });
}
