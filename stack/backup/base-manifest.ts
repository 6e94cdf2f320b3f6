import { createHash } from 'node:crypto';
import { BackupError } from '../backup-file/backup-error.js';

/** PostgreSQL's manifest of a base backup. */
interface Manifest {
  'PostgreSQL-Backup-Manifest-Version': number;
  'System-Identifier'?: number;
  Files: { Path?: string; 'Encoded-Path'?: string; Size: number; 'Checksum-Algorithm'?: string; Checksum?: string }[];
}

/** Size and checksum of a file that was read. */
export interface FoundFile {
  bytes: number;
  sha256: string;
}

const CHECKSUM_LINE = '"Manifest-Checksum"';
/** Files that are not in the manifest: WAL, which has its own checksums, and markers of folders. */
const UNLISTED = /^pg_wal\/|^backup_manifest$/;
const SHOWN = 3;

/** @throws BackupError if the manifest was changed */
export function readManifest(text: string): Manifest {
  const at = text.lastIndexOf(CHECKSUM_LINE);
  const own = /^"Manifest-Checksum": "([0-9a-f]{64})"/.exec(text.slice(at))?.[1];
  const sum = createHash('sha256')
    .update(text.slice(0, Math.max(0, at)))
    .digest('hex');
  if (at < 0 || own !== sum) throw new BackupError('The manifest of the base backup is damaged. Use another backup.');
  return JSON.parse(text) as Manifest;
}

/** Compares the files in the tar with the manifest. @throws BackupError with some of the files that differ */
export function checkAgainstManifest(found: ReadonlyMap<string, FoundFile>, manifest: Manifest): void {
  const faults: string[] = [];
  const listed = new Set<string>();
  for (const file of manifest.Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
    listed.add(path);
    const there = found.get(path);
    if (!there) faults.push(`${path} is missing`);
    else if (there.bytes !== file.Size) faults.push(`${path} has ${there.bytes} bytes instead of ${file.Size}`);
    else if (file['Checksum-Algorithm'] !== 'SHA256' || there.sha256 !== file.Checksum) faults.push(`${path} has another checksum`);
  }
  for (const path of found.keys()) if (!listed.has(path) && !UNLISTED.test(path)) faults.push(`${path} does not belong to it`);
  if (faults.length === 0) return;
  const more = faults.length > SHOWN ? ` and ${faults.length - SHOWN} more` : '';
  throw new BackupError(
    `The database in this backup is not whole: ${faults.slice(0, SHOWN).join('; ')}${more}. Use another ` +
      'backup, and look for a failing disk.',
  );
}
