import { Problem } from '#problems/problem.js';
import type { Narrowing } from './caller.js';
import { narrowingFrom } from './narrowing-shape.js';

/** Header in which a gateway sends the limits of the caller's token to the projection; trusted only together with `x-waymark-internal`. */
export const NARROWED_HEADER = 'x-waymark-narrowed';

const MAX_CHARACTERS = 16_384;

export function narrowedHeader(narrowing: Narrowing): string {
  return Buffer.from(JSON.stringify(narrowing)).toString('base64url');
}

/** @returns undefined without the header: the token is not narrowed @throws Problem 400 if `narrowedHeader` did not write the header */
export function forwardedNarrowing(header: string | string[] | undefined): Narrowing | undefined {
  if (header === undefined) return undefined;
  try {
    if (typeof header === 'string' && header.length <= MAX_CHARACTERS)
      return narrowingFrom(JSON.parse(Buffer.from(header, 'base64url').toString()));
  } catch {
    // Reported below.
  }
  throw new Problem('invalid-header', `${NARROWED_HEADER} is not as a gateway writes it.`);
}
