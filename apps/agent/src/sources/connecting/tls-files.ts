import { readFileSync } from 'node:fs';
import { SourceError } from '../source.js';

/** Certificates of a connection, each a PEM file. */
export interface TlsFiles {
  /** Instead of those that Node knows: who signed the server's certificate. */
  readonly caFile?: string;
  /** The agent's own certificate, and its key. */
  readonly certFile?: string;
  readonly keyFile?: string;
}

export const TLS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { certFile: ['keyFile'], keyFile: ['certFile'] },
  description: 'Certificates, each a PEM file. The name in the server’s certificate is always checked.',
  properties: {
    caFile: { type: 'string', minLength: 1, description: 'Who signed the server’s certificate, where it is none of the well-known authorities.' },
    certFile: { type: 'string', minLength: 1, description: 'The agent’s own certificate.' },
    keyFile: { type: 'string', minLength: 1, description: 'The key of certFile.' },
  },
} as const;

/** Reads the files. @throws SourceError naming the one that can not be read */
export function readTlsFiles(files: TlsFiles = {}): { ca?: Buffer; cert?: Buffer; key?: Buffer } {
  return {
    ...(files.caFile !== undefined && { ca: readFile('tls.caFile', files.caFile) }),
    ...(files.certFile !== undefined && { cert: readFile('tls.certFile', files.certFile) }),
    ...(files.keyFile !== undefined && { key: readFile('tls.keyFile', files.keyFile) }),
  };
}

function readFile(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new SourceError(`${option}: ${path} can not be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}). Name a file that the agent may read.`);
  }
}
