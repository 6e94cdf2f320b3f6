import type { BrokerAccess } from './broker-access.js';

/**
 * Why reachable brokers refuse a connection, for reasons that other settings can repair. `login`: name or password; `mechanism`: the login
 * mechanism; `authority`: the authority that signed the brokers' certificate; `name`: that certificate is for other names; `dates`: it is
 * not valid at this time; `own-certificate`: the client's certificate is refused or missing; `no-tls`: no TLS at this port; `closed`: the
 * brokers close connections without TLS or a login.
 */
export type ConnectionFault = 'login' | 'mechanism' | 'authority' | 'name' | 'dates' | 'own-certificate' | 'no-tls' | 'closed';

const DEEPEST_CAUSE = 6;

/** Patterns in messages of brokers, Node.js and OpenSSL; the first match counts. */
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
 * @param guessed the settings of the connection, for brokers that may be running although they close it. If absent, `closed` is never
 *   returned, since brokers that are restarting close connections, too
 * @returns undefined for faults that settings cannot repair, such as a broker that is down
 */
export function connectionFault(error: unknown, guessed?: BrokerAccess): ConnectionFault | undefined {
  const text = textsOf(error).join('\n');
  const found = SIGNS.find(([, sign]) => sign.test(text))?.[0];
  if (found !== undefined || guessed === undefined) return found;
  return (guessed.ssl === undefined || guessed.sasl === undefined) && /closed connection|ECONNRESET/i.test(text) ? 'closed' : undefined;
}

function textsOf(error: unknown): string[] {
  const texts: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST_CAUSE; at = at.cause, depth++)
    texts.push(at.message, String((at as { code?: unknown }).code ?? ''));
  return texts;
}
