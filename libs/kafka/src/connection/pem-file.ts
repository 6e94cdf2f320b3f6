import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Setting } from '#settings/settings.js';

/** A setting with the path of a PEM file with such a block, read at startup; undefined if the setting is empty. */
export function pemFile(env: string, doc: string, block: 'CERTIFICATE' | 'PRIVATE KEY'): Setting<Buffer | undefined> {
  return {
    env,
    doc,
    default: '',
    secret: false,
    allowed: 'a path',
    parse: (path) => (path === '' ? undefined : readPem(path, block)),
  };
}

/** @throws Error that explains what the file must contain */
function readPem(path: string, block: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Error(`must name a file that this process may read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, {
      cause: error,
    });
  }
  const text = bytes.toString('latin1');
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text)) throw new Error('must name a key without a passphrase');
  // Allows prefixes, as in RSA PRIVATE KEY.
  if (!new RegExp(`-----BEGIN (?:[A-Z]+ )?${block}-----`).test(text))
    throw new Error(`must name a file in PEM, with -----BEGIN ${block}-----`);
  try {
    if (block === 'CERTIFICATE') new X509Certificate(bytes);
    else createPrivateKey(bytes);
  } catch (error) {
    throw new Error(`must name a file whose ${block} can be read (${(error as Error).message})`, { cause: error });
  }
  return bytes;
}
