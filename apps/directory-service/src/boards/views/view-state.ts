import { Problem } from '#problems/problem.js';

/** Parameters of the app's address that carry what opens something. */
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
/** A signed token in its compact form (RFC 7515, 7.1): three parts in base64url, of which the first is the JSON of a header. */
const SIGNED_TOKEN = /eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]{5,}/;
/** Each turn takes one percent-encoding off; a text of 2,000 characters that holds a token has few. */
const MOST_ENCODINGS = 8;

/**
 * A view that others open must give no further access: it is the state of the map, without the viewer's identity.
 * @throws Problem 422 when there is a token in it, percent-encoded or not
 */
export function requireNoToken(state: string): void {
  let text = state;
  for (let turn = 0; turn < MOST_ENCODINGS; turn++) {
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
