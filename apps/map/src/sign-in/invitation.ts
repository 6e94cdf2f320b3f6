import { parseAddress } from '../address/address.js';

const SECRET = /^[\w-]{43}$/;

/**
 * The one-time secret in what somebody pasted: the secret itself, or the invite link with it. Undefined: there is none,
 * as in a one-time password.
 */
export function secretIn(pasted: string): string | undefined {
  const text = pasted.trim();
  const secret = text.includes('#') ? parseAddress(text.slice(text.indexOf('#'))).more.invite : text;
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
}
