import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

/** A certificate (RFC 5280) and its private key (PKCS #8), as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Paths of a certificate, its key, and the certificate of its authority. */
export interface CertificateFiles {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { ...KEYS, hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const THIS_MACHINE: x509.JsonGeneralNames = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
];

/**
 * A private certificate authority, as companies have. It and its certificates are valid for a day. Each test creates a new one, so that
 * no private key is in the repository.
 */
export class CertificateAuthority {
  private serial = 1;

  private constructor(
    private readonly certificate: x509.X509Certificate,
    private readonly keys: webcrypto.CryptoKeyPair,
  ) {}

  static async create(name = 'Test authority'): Promise<CertificateAuthority> {
    const keys = await webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned(
      {
        serialNumber: '01',
        name: `CN=${name}`,
        ...validity(),
        keys,
        signingAlgorithm: SIGNING,
        extensions: [new x509.BasicConstraintsExtension(true, 0, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)],
      },
      webcrypto,
    );
    return new CertificateAuthority(certificate, keys);
  }

  get cert(): string {
    return this.certificate.toString('pem');
  }

  /**
   * Signs a certificate for a server on this machine (localhost and 127.0.0.1), and for a client with this name.
   * @param host a server on another machine instead
   */
  async sign(name: string, host?: string): Promise<Certificate> {
    const keys = await webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.create(
      {
        serialNumber: (++this.serial).toString(16).padStart(2, '0'),
        subject: `CN=${name}`,
        issuer: this.certificate.subject,
        ...validity(),
        publicKey: keys.publicKey,
        signingKey: this.keys.privateKey,
        signingAlgorithm: SIGNING,
        extensions: [
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
          new x509.SubjectAlternativeNameExtension(host === undefined ? THIS_MACHINE : [{ type: 'dns', value: host }]),
        ],
      },
      webcrypto,
    );
    const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
    return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
  }

  /** Signs a certificate for `name` and writes the files that a client needs. @param folder is created if it is missing */
  async write(folder: string, name: string): Promise<CertificateFiles> {
    await mkdir(folder, { recursive: true });
    const { cert, key } = await this.sign(name);
    const files = { caFile: join(folder, 'ca.pem'), certFile: join(folder, `${name}.pem`), keyFile: join(folder, `${name}.key`) };
    await Promise.all([
      writeFile(files.caFile, this.cert),
      writeFile(files.certFile, cert),
      writeFile(files.keyFile, key, { mode: 0o600 }),
    ]);
    return files;
  }
}

/** Valid from an hour ago, for tests that shift clocks. */
function validity(): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - DAY_MS / 24), notAfter: new Date(Date.now() + DAY_MS) };
}
