import { createHash } from 'node:crypto';

/** Entity tag of an answer (RFC 9110, 8.8.3); weak, because it is the same for every encoding of the answer. */
export const weakTagOf = (bytes: Uint8Array): string => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

/** Whether If-None-Match contains the tag (RFC 9110, 13.1.2: weak comparison). */
export function isNamed(header: string | undefined, tag: string): boolean {
  const bare = (one: string): string => one.trim().replace(/^W\//, '');
  return header !== undefined && (header.trim() === '*' || header.split(',').some((one) => bare(one) === bare(tag)));
}
