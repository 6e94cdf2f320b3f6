import { Problem } from '#problems/problem.js';

/** Parameters of the app's URL that give access to something. */
const SECRET_NAMES = new Set([
  's',
  'share',
  'token',
  'access_token',
  'id_token',
  'refresh_token',
  'code',
  'secret',
  'password',
  'authorization',
]);
/** A signed token in its compact form (RFC 7515, 7.1): three parts in base64url, the first one a JSON header. */
const SIGNED_TOKEN = /eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]{5,}/;
/** How often a text is percent-decoded; 2,000 characters with a token cannot be encoded more often. */
const MAX_ENCODINGS = 8;

/**
 * Refuses tokens in a view: a view that others open must not give them more access.
 * @throws Problem 422 for a token, even if it is percent-encoded
 */
export function requireNoToken(state: string): void {
  let text = state;
  for (let turn = 0; turn < MAX_ENCODINGS; turn++) {
    if (holdsToken(text))
      throw new Problem('invalid', 'state must not contain a token, because people who open the view would see it. Remove the token.', {
        errors: [{ pointer: '/state', detail: 'must not contain a token' }],
      });
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));
    if (decoded === text) return;
    text = decoded;
  }
  throw new Problem('invalid', 'state is percent-encoded too many times; encode it once.', {
    errors: [{ pointer: '/state', detail: 'is percent-encoded too many times' }],
  });
}

function holdsToken(text: string): boolean {
  return (
    SIGNED_TOKEN.test(text) ||
    text.split(/[#?&;/]/).some((part) => SECRET_NAMES.has(part.split('=', 1)[0]!.trim().toLowerCase()) && part.includes('='))
  );
}
