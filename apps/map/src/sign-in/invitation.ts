import { parseAddress } from '../address/address.js';

const SECRET = /^[\w-]{43}$/;

/** The one-time code in a pasted text, which may be an invite link. Undefined if there is none, for example in a one-time password. */
export function secretIn(pasted: string): string | undefined {
  const text = pasted.trim();
  const secret = text.includes('#') ? parseAddress(text.slice(text.indexOf('#'))).more.invite : text;
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
}
