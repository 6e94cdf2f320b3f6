import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Static, Type } from 'typebox';
import { SourceError } from '../../reading/source.js';

/** Schema of the certificates of a connection, each a PEM file. */
export const tlsSchema = (description = 'Certificates, each a PEM file. The name in the server’s certificate is always checked.') =>
  Type.Object(
    {
      caFile: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'Who signed the server’s certificate, where it is none of the well-known authorities.',
        }),
      ),
      certFile: Type.Optional(Type.String({ minLength: 1, description: 'The agent’s own certificate.' })),
      keyFile: Type.Optional(Type.String({ minLength: 1, description: 'The key of certFile.' })),
    },
    { additionalProperties: false, dependentRequired: { certFile: ['keyFile'], keyFile: ['certFile'] }, description },
  );
/** Paths of the files. Without `caFile`, the authorities known to Node.js are trusted. */
export type TlsFiles = Static<ReturnType<typeof tlsSchema>>;

const BEGIN = '-----BEGIN CERTIFICATE-----';

/**
 * Reads the files.
 * @param option the member of the configuration that contains them
 * @throws SourceError that names an unreadable or wrong file
 */
export function readTlsFiles(files: TlsFiles = {}, option = 'tls'): { ca?: Buffer; cert?: Buffer; key?: Buffer } {
  const read = {
    ...(files.caFile !== undefined && { ca: readCertificate(`${option}.caFile`, files.caFile) }),
    ...(files.certFile !== undefined && { cert: readCertificate(`${option}.certFile`, files.certFile) }),
    ...(files.keyFile !== undefined && { key: readFile(`${option}.keyFile`, files.keyFile) }),
  };
  if (read.key === undefined) return read;
  try {
    createSecureContext(read);
  } catch (error) {
    throw new SourceError(
      `${option}.keyFile: ${files.keyFile} is no key in PEM, has a password, or is not that of ${option}.certFile ` +
        `(${(error as NodeJS.ErrnoException).code ?? 'unknown error'}). Name the key of that certificate.`,
      { cause: error },
    );
  }
  return read;
}

/** OpenSSL ignores an authority that it cannot read, for example one not in PEM, and then trusts no server. */
function readCertificate(option: string, path: string): Buffer {
  const bytes = readFile(option, path);
  try {
    if (!bytes.includes(BEGIN)) throw new Error('no PEM');
    new X509Certificate(bytes);
  } catch (error) {
    throw new SourceError(`${option}: ${path} holds no certificate in PEM, which begins with ${BEGIN}.`, { cause: error });
  }
  return bytes;
}

function readFile(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new SourceError(
      `${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}). ` +
        'Name a file that the agent may read.',
    );
  }
}
