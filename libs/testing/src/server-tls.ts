import type { TlsOptions } from 'node:tls';
import type { Certificate } from './certificates.js';

/** TLS settings of a test server. */
export interface ServerTls extends Certificate {
  /** Certificate (PEM) of the authority that must have signed client certificates; without it, clients need none. */
  readonly clientAuthority?: string;
  /** The newest supported version; default: that of Node. */
  readonly maxVersion?: 'TLSv1.2';
}

/** The settings as options of Node's servers. */
export function serverTlsOptions({ cert, key, clientAuthority, maxVersion }: ServerTls): TlsOptions {
  return {
    cert,
    key,
    ...(maxVersion && { maxVersion }),
    ...(clientAuthority !== undefined && { ca: clientAuthority, requestCert: true, rejectUnauthorized: true }),
  };
}
