import { MAX_TOKEN_CHARACTERS } from '#identity/authorization-header.js';
import { Problem } from '#problems/problem.js';

/** Checks the length of a token with its narrowing, which gateways limit. @throws Problem 422 with a pointer to the narrowing */
export function requireCarriable(token: string, pointer: string): void {
  if (token.length <= MAX_TOKEN_CHARACTERS) return;
  const detail =
    `The token would have ${token.length} characters, and gateways accept at most ${MAX_TOKEN_CHARACTERS}: ` +
    'name fewer, or shorter ones.';
  throw new Problem('invalid', detail, { errors: [{ pointer, detail: 'is too long for a token' }] });
}
