import type { Certificate } from './certificates.js';

/** The TLS of a server of tests. */
export interface ServerTls extends Certificate {
  /** PEM: who must have signed the certificates that clients show; without it clients need none. */
  readonly clientAuthority?: string;
}

/** As servers of Node take it. */
export function serverTlsOptions({ cert, key, clientAuthority }: ServerTls): { cert: string; key: string; ca?: string; requestCert?: true; rejectUnauthorized?: true } {
  return { cert, key, ...(clientAuthority !== undefined && { ca: clientAuthority, requestCert: true, rejectUnauthorized: true }) };
}
