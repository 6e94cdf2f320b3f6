import { isIP } from 'node:net';
import { Problem } from '#problems/problem.js';
import type { AddressRules } from './address-rules.js';

export interface UrlRules {
  allowHttp: boolean;
  /** Undefined: any. */
  allowedPorts: ReadonlySet<number> | undefined;
  addresses: AddressRules;
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/**
 * Validates a receiver's URL as far as possible without a lookup; each connection looks the host up.
 * @throws Problem 422 that says what is wrong
 */
export function checkedReceiverUrl(text: string, rules: UrlRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const fault = url === undefined ? 'is not a valid URL' : faultOf(url, text, rules);
  if (url === undefined || fault !== undefined)
    throw new Problem('invalid', `url ${fault}.`, { errors: [{ pointer: '/url', detail: fault! }] });
  return url;
}

function faultOf(url: URL, text: string, { allowHttp, allowedPorts, addresses }: UrlRules): string | undefined {
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password; verify messages by their signature';
  if (url.hash !== '') return 'must not contain a fragment (#…), which would not be sent';
  const port = url.port === '' ? USUAL_PORTS[url.protocol]! : Number(url.port);
  if (allowedPorts !== undefined && !allowedPorts.has(port)) return `must have the port ${[...allowedPorts].join(' or ')}`;
  if (hostAsWritten(text) !== url.hostname) return `must use the normal form of its host name: ${url.hostname}`;
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && !addresses.allows(bare)) return 'must contain a host name, not an IP address';
  return undefined;
}

/** In lower case; 0x7f.1, 2130706433 and full-width digits are spellings that differ from the host they mean. */
function hostAsWritten(text: string): string {
  const authority = /^[a-z]+:\/\/([^/?#\\]*)/i.exec(text)?.[1] ?? '';
  return authority.replace(/:\d*$/, '').toLowerCase();
}
