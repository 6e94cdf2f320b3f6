import type { TlsOptions } from 'node:tls';
import type { Certificate } from './certificates.js';

/** The TLS of a server of tests. */
export interface ServerTls extends Certificate {
  /** PEM: who must have signed the certificates that clients show; without it clients need none. */
  readonly clientAuthority?: string;
  /** The newest that it speaks; default: what Node does. */
  readonly maxVersion?: 'TLSv1.2';
}

/** As servers of Node take it. */
export function serverTlsOptions({ cert, key, clientAuthority, maxVersion }: ServerTls): TlsOptions {
  return {
    cert,
    key,
    ...(maxVersion && { maxVersion }),
    ...(clientAuthority !== undefined && { ca: clientAuthority, requestCert: true, rejectUnauthorized: true }),
  };
}
