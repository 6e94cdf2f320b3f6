import { MAX_TOKEN_CHARACTERS } from '#identity/authorization-header.js';
import { Problem } from '#problems/problem.js';

/** A token contains its narrowing, and no gateway takes a token that is too long. @throws Problem 422 that points at the narrowing */
export function requireCarriable(token: string, pointer: string): void {
  if (token.length <= MAX_TOKEN_CHARACTERS) return;
  const detail =
    `The token would have ${token.length} characters, and gateways accept at most ${MAX_TOKEN_CHARACTERS}: ` +
    'name fewer, or shorter ones.';
  throw new Problem('invalid', detail, { errors: [{ pointer, detail: 'is too long for a token' }] });
}
