import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SourceError } from '../reading/source.js';
import { readTlsFiles, type TlsFiles } from '../sources/connecting/tls-files.js';
import type { ConfigurationFault } from './configuration-error.js';
import type { YamlFile } from './yaml-file.js';

/** The files that a `tls` member names. */
export function certificateFiles(tls: TlsFiles | undefined): string[] {
  return [tls?.caFile, tls?.certFile, tls?.keyFile].filter((file) => file !== undefined);
}

/** Changes when a file's contents change or it becomes unreadable; undefined without files. */
export function certificateState(tls: TlsFiles | undefined): string | undefined {
  const files = certificateFiles(tls);
  return files.length === 0 ? undefined : createHash('sha256').update(files.map(contentOf).join('\n')).digest('base64url');
}

/** Faults of the certificates for the gateway. Nothing can be sent without them, so they make the file invalid. */
export function gatewayCertificateFaults(tls: TlsFiles | undefined, file: YamlFile): ConfigurationFault[] {
  try {
    readTlsFiles(tls, 'gateway.tls');
    return [];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const [, member = 'tls'] = /^gateway\.tls\.(\w+): /.exec(error.message) ?? [];
    return [file.fault(['gateway', 'tls', member], error.message.replace(/^[\w.]+: /, ''))];
  }
}

function contentOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('base64url');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
