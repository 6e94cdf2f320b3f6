import type { BrokerAccess } from './broker-access.js';

/**
 * Why reachable brokers refuse the connection, when other settings would repair it: `login`, name or password;
 * `mechanism`, the way to log in; `authority`, the one that signed the brokers' certificate; `name`, that certificate is for
 * other names; `dates`, it is out of date; `own-certificate`, the client's is refused or missing; `no-tls`, they speak none
 * at this port; `closed`, they hang up on clients that speak no TLS or do not log in.
 */
export type ConnectionFault = 'login' | 'mechanism' | 'authority' | 'name' | 'dates' | 'own-certificate' | 'no-tls' | 'closed';

const DEEPEST_CAUSE = 6;

/** By what brokers, Node.js and OpenSSL say; the first that is found counts. */
const SIGNS: readonly (readonly [ConnectionFault, RegExp])[] = [
  ['mechanism', /mechanism is not supported|not support the requested SASL mechanism/i],
  ['login', /SASL [\w -]*authentication failed|SASL_AUTHENTICATION_FAILED/i],
  ['name', /does not match certificate's altnames|ERR_TLS_CERT_ALTNAME_INVALID/i],
  ['dates', /certificate (?:has expired|is not yet valid)/i],
  ['authority', /self.signed certificate|unable to (?:verify|get)[\w ]* certificate|certificate signature failure/i],
  ['own-certificate', /alert (?:certificate required|bad certificate|unknown ca|certificate unknown|handshake failure)/i],
  ['no-tls', /wrong version number|packet length too long|before secure TLS connection was established/i],
];

/**
 * @param guessed how the brokers are spoken to, when they may be up and hang up nevertheless; not given, `closed`
 *   is never found: brokers that are restarting hang up too
 * @returns undefined for faults that settings cannot repair, such as a broker that is away
 */
export function connectionFault(error: unknown, guessed?: BrokerAccess): ConnectionFault | undefined {
  const told = textsOf(error).join('\n');
  const found = SIGNS.find(([, sign]) => sign.test(told))?.[0];
  if (found !== undefined || guessed === undefined) return found;
  return (guessed.ssl === undefined || guessed.sasl === undefined) && /closed connection|ECONNRESET/i.test(told) ? 'closed' : undefined;
}

function textsOf(error: unknown): string[] {
  const texts: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST_CAUSE; at = at.cause, depth++)
    texts.push(at.message, String((at as { code?: unknown }).code ?? ''));
  return texts;
}
