import { Problem } from '#problems/problem.js';

const MAX_CHARACTERS = 256;

/** An id from the decoded path. @throws Problem invalid for an impossible id */
export function pathId(name: string, value: string): string {
  if (value.includes('\0'))
    throw new Problem('invalid', `${name} contains the character NUL.`, {
      errors: [{ pointer: name, detail: 'It contains the character NUL.' }],
    });
  if (value.length > MAX_CHARACTERS && [...value].length > MAX_CHARACTERS)
    throw new Problem('uri-too-long', `${name} is longer than ${MAX_CHARACTERS} characters.`);
  return value;
}
