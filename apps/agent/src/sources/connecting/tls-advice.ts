type Advice = (option: string) => string;

const unknownAuthority: Advice = (option) =>
  `The server's certificate was signed by an authority that the agent does not know: set ${option}.caFile ` +
  'to the certificate of that authority. On the way through a proxy that opens TLS it is the authority ' +
  'of the proxy.';
const agentsOwn: Advice = (option) =>
  `The server does not accept the certificate of the agent: set ${option}.certFile and ${option}.keyFile ` +
  'to one that was signed by the authority that the server trusts, and is still good.';
const otherName: Advice = () =>
  "The server's certificate is for other names than the one that is set: set the address by a name of " +
  "the certificate, or have the server's certificate made for this one.";
const noTls: Advice = () => 'The server does not speak TLS at this port: set the port at which it does, or the address without encryption.';

const UNANSWERED = 'ERR_TLS_UNANSWERED';

/** By Node.js code. */
const ADVICE: Readonly<Record<string, Advice>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: otherName,
  HOSTNAME_MISMATCH: otherName,
  CERT_HAS_EXPIRED: () =>
    "The server's certificate, or that of its authority, has expired: have it renewed. If it has not, the clock of this machine is wrong.",
  CERT_NOT_YET_VALID: () =>
    "The server's certificate counts from a later time on: the clock of this machine or that of the authority is wrong.",
  [UNANSWERED]: (option) =>
    `Where it asks for a certificate of the agent, set ${option}.certFile and ${option}.keyFile to one that it trusts.`,
};
/**
 * Alerts with which the other side ends a connection (RFC 8446, section 6.2). By number, because their names and Node's codes vary between
 * versions of OpenSSL and between phases of the handshake.
 */
const ALERTS: Readonly<Record<string, Advice>> = {
  // TLS 1.2 has no separate alert for a missing certificate.
  40: (option) =>
    `The server refuses the connection. Where it asks for a certificate of the agent, set ${option}.certFile and ${option}.keyFile.`,
  42: agentsOwn,
  44: agentsOwn,
  45: agentsOwn,
  46: agentsOwn,
  48: agentsOwn,
  116: (option) => `The server asks for a certificate of the agent: set ${option}.certFile and ${option}.keyFile.`,
};
const ALERT = /SSL alert number (\d+)/;
const NO_TLS = /:(?:wrong version number|packet length too long):/;
const DEEPEST = 4;

/**
 * Advice for a connection that failed because of a certificate, the server's or the agent's; undefined for other failures.
 * @param option the member of the configuration that contains the certificates
 */
export function tlsAdvice(error: unknown, option = 'tls'): string | undefined {
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < DEEPEST; depth++) {
    const { code, message, cause, errors } = at as { code?: unknown; message?: unknown; cause?: unknown; errors?: unknown };
    const advice = adviceOf(code, message);
    if (advice !== undefined) return advice(option);
    at = cause ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
  }
  return undefined;
}

function adviceOf(code: unknown, message: unknown): Advice | undefined {
  if (typeof code === 'string' && Object.hasOwn(ADVICE, code)) return ADVICE[code];
  if (typeof message !== 'string') return undefined;
  return NO_TLS.test(message) ? noTls : ALERTS[ALERT.exec(message)?.[1] ?? ''];
}

/** OpenSSL's message without numbers and source locations; other text stays unchanged. */
export function withoutPlaces(text: string): string {
  return text.replace(/\b[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):\S*?:\d+:(?:SSL alert number \d+)?/g, '$1').trim();
}

/** For undici, which does not report the alert that ends an established TLS 1.3 connection. */
class UnansweredError extends Error {
  readonly code = UNANSWERED;
}

/** The error of a request. When an https server closed the connection before any answer, it is one that `tlsAdvice` knows. */
export function unanswered(error: unknown, url: string): unknown {
  const of = ((error as Error).cause ?? error) as { code?: string; socket?: { bytesRead?: number } };
  if (!url.startsWith('https:') || of.code !== 'UND_ERR_SOCKET' || of.socket?.bytesRead !== 0) return error;
  return new UnansweredError('the server closed the connection without an answer', { cause: error });
}
