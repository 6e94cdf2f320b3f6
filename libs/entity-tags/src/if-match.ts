import { Problem } from '#problems/problem.js';

const REVISION = /^"?([1-9]\d{0,14})"?$/;

/**
 * The revision that If-Match requires (RFC 9110, 13.1.1): `"7"`, as in ETag, or 7. Undefined if the header is missing or `*`, so that any
 * revision is right.
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
