import { Problem } from '#problems/problem.js';

const REVISION = /^"?([1-9]\d{0,14})"?$/;

/**
 * The revision that the object must have: `"7"`, as ETag says it, or 7. `*` asks for no revision in particular.
 * @throws Problem 400
 */
export function revisionOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const match = REVISION.exec(header.trim());
  if (match === null) {
    const errors = [{ pointer: 'If-Match', detail: 'must be one revision in double quotes, or *' }];
    throw new Problem('invalid-header', 'If-Match must be one revision in double quotes, such as "7", or *.', { errors });
  }
  return Number(match[1]);
}
