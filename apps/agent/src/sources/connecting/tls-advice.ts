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

/** By codes of Node. */
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
 * With which the other side ends a connection (RFC 8446, section 6.2). By number: their names, and the codes of Node,
 * differ from one version of OpenSSL and from one moment to the next.
 */
const ALERTS: Readonly<Record<string, Advice>> = {
  // TLS 1.2 has no word of its own for a certificate that is missing.
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
 * What to do about a connection that failed for a certificate, the server's or the agent's; undefined for what failed
 * for something else. @param option the member of the configuration that holds the certificates
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

/** What OpenSSL says, without the numbers and places in its source around it; another text as it is. */
export function withoutPlaces(text: string): string {
  return text.replace(/\b[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):\S*?:\d+:(?:SSL alert number \d+)?/g, '$1').trim();
}

/** Of undici, which tells nothing of the alert with which a server ends a connection over TLS 1.3 that has begun already. */
class UnansweredError extends Error {
  readonly code = UNANSWERED;
}

/**
 * What a request failed with, as an error that `tlsAdvice` knows when a server of https ended the connection before it
 * answered anything.
 */
export function unanswered(error: unknown, url: string): unknown {
  const of = ((error as Error).cause ?? error) as { code?: string; socket?: { bytesRead?: number } };
  if (!url.startsWith('https:') || of.code !== 'UND_ERR_SOCKET' || of.socket?.bytesRead !== 0) return error;
  return new UnansweredError('the server closed the connection without an answer', { cause: error });
}
