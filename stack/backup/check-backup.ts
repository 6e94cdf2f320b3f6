import { createHash } from 'node:crypto';
import { BackupError } from '../backup-file/backup-error.js';
import { readBackupFile } from '../backup-file/backup-file.js';
import type { BackupKey } from '../backup-file/backup-key.js';
import { type BackedUpInstallation, type BackupSummary, ENTRY, RECORDS } from '../backup-file/contents.js';
import { checkAgainstManifest, type FoundFile, readManifest } from './base-manifest.js';
import { type TarEntry, tarFiles } from './tar-files.js';

/** The result of checking a complete backup. */
export interface CheckedBackup {
  installation: BackedUpInstallation;
  summary: BackupSummary;
  /** Number of database files. */
  files: number;
}

/** Optional handlers for the parts of a backup while it is read. */
export interface BackupVisitor {
  /** Called with the first part, to decide whether the rest is usable. */
  installation?(found: BackedUpInstallation): Promise<void> | void;
  secrets?(found: Record<string, string>): Promise<void>;
  /** Called for each database file; the result gets its content in parts, and `end` is called after the last one. */
  file?(entry: Pick<TarEntry, 'path' | 'kind'>): Promise<{ write(data: Buffer): Promise<void>; end(): Promise<void> } | undefined>;
  /** Called with the records of a topic, as lines. */
  records?(topic: string, lines: AsyncIterable<Buffer>): Promise<void>;
}

const LINE_END = 0x0a;
const MAX_JSON_BYTES = 256 * 1024 * 1024;

async function textOf(data: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of data) {
    bytes += piece.length;
    if (bytes > MAX_JSON_BYTES) throw new BackupError('A part of the backup is larger than it can be. Use another backup.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

async function readBase(data: AsyncIterable<Buffer>, visitor: BackupVisitor): Promise<Map<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  for await (const { path, kind, bytes, data: content } of tarFiles(data)) {
    const target = await visitor.file?.({ path, kind });
    if (kind === 'folder') continue;
    const sum = createHash('sha256');
    for await (const piece of content) {
      sum.update(piece);
      await target?.write(piece);
    }
    await target?.end();
    found.set(path, { bytes, sha256: sum.digest('hex') });
  }
  return found;
}

/**
 * Reads a whole backup: decrypts it, and compares each database file with the checksum that PostgreSQL made when it read the file.
 * @throws BackupError if anything is missing, changed or unknown
 */
export async function checkBackup(file: string, key: BackupKey, visitor: BackupVisitor = {}): Promise<CheckedBackup> {
  let installation: BackedUpInstallation | undefined;
  let summary: BackupSummary | undefined;
  let files: Map<string, FoundFile> | undefined;
  let isChecked = false;
  let records = 0;
  for await (const { name, data } of readBackupFile(file, key)) {
    if (name === ENTRY.installation) {
      installation = JSON.parse(await textOf(data)) as BackedUpInstallation;
      await visitor.installation?.(installation);
    } else if (name === ENTRY.secrets) {
      const secrets = JSON.parse(await textOf(data)) as Record<string, string>;
      await visitor.secrets?.(secrets);
    } else if (name === ENTRY.base) files = await readBase(data, visitor);
    else if (name === ENTRY.manifest) {
      checkAgainstManifest(files ?? new Map(), readManifest(await textOf(data)));
      isChecked = true;
    } else if (name === ENTRY.summary) summary = JSON.parse(await textOf(data)) as BackupSummary;
    else if (name.startsWith(RECORDS)) {
      const counted = (async function* () {
        for await (const piece of data) {
          for (const byte of piece) if (byte === LINE_END) records++;
          yield piece;
        }
      })();
      if (visitor.records) await visitor.records(name.slice(RECORDS.length), counted);
      else for await (const _ of counted);
    }
  }
  if (!installation || !summary || !files || !isChecked)
    throw new BackupError(`${file} lacks a part. It may be of another version of Waymark: use another backup.`);
  if (records !== summary.records)
    throw new BackupError(`${file} has ${records} records of topics instead of ${summary.records}. Use another backup.`);
  return { installation, summary, files: files.size };
}
