import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { productVersion } from '#settings/product-version.js';
import { BackupError } from './backup-error.js';
import { type BackupKey, fileKey } from './backup-key.js';
import { type BackupEntry, framed, unframed } from './entries.js';
import { seal, unseal } from './sealed-chunks.js';

const MAGIC = 'waymark-backup 1\n';
const MAX_HEADER_BYTES = 4096;
const SALT_BYTES = 32;
const READ_BYTES = 1024 * 1024;

/** The unencrypted part of a backup, which is authenticated with the rest. */
export interface BackupHeader {
  keyId: string;
  salt: string;
  compression: 'zstd';
  /** RFC 3339. */
  createdAt: string;
  waymark: string;
}

/**
 * Writes a backup to the disk under a temporary name.
 * @returns its size in bytes
 * @throws errors of `entries`, and BackupError when it cannot be written; the file is then removed
 */
export async function writeBackupFile(file: string, key: BackupKey, entries: AsyncIterable<BackupEntry>): Promise<number> {
  const salt = randomBytes(SALT_BYTES);
  const facts: BackupHeader = {
    keyId: key.id,
    salt: salt.toString('base64url'),
    compression: 'zstd',
    createdAt: new Date().toISOString(),
    waymark: productVersion(),
  };
  const header = Buffer.from(`${MAGIC}${JSON.stringify(facts)}\n`);
  // The fastest level, to leave processor time to the fleet.
  const compressed = Readable.from(framed(entries)).compose(
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  ) as AsyncIterable<Buffer>;
  const secret = fileKey(key, salt, header);
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(async function* () {
      yield header;
      yield* seal(secret, compressed);
    }, output);
    return output.bytesWritten;
  } catch (error) {
    await rm(file, { force: true });
    throw explained(error as NodeJS.ErrnoException, file);
  }
}

/** Gives a complete backup its name, replacing an existing file. Durable when it returns. */
export async function publishBackupFile(draft: string, file: string): Promise<void> {
  await rename(draft, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function explained(error: NodeJS.ErrnoException, file: string): Error {
  if (error.code === 'ENOSPC')
    return new BackupError(`The disk of ${file} is full. Nothing is left of this backup: make room, or name a file on another disk.`, {
      cause: error,
    });
  if (error.code === 'EEXIST')
    return new BackupError(`${file} exists: another backup is being written there, or was interrupted. Remove it if none runs.`, {
      cause: error,
    });
  if (error.syscall !== undefined && error.path === file)
    return new BackupError(`${file} cannot be written: ${error.message}`, { cause: error });
  return error;
}

/** @throws BackupError if the file is not a backup, or was made with another key */
async function readHeader(file: string, key: BackupKey): Promise<{ facts: BackupHeader; header: Buffer }> {
  let begin: Buffer;
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
      begin = buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new BackupError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const text = begin.toString('latin1');
  const end = text.indexOf('\n', MAGIC.length) + 1;
  if (!text.startsWith(MAGIC) || end === 0) {
    const newer = /^waymark-backup (\d+)\n/.exec(text)?.[1];
    throw new BackupError(
      newer === undefined || newer === '1'
        ? `${file} is not a backup of Waymark.`
        : `${file} has format ${newer}, which this version of Waymark does not read: use a newer version.`,
    );
  }
  const header = begin.subarray(0, end);
  let facts: BackupHeader;
  try {
    facts = JSON.parse(header.subarray(MAGIC.length).toString()) as BackupHeader;
  } catch (error) {
    throw new BackupError(`The header of ${file} is damaged. Copy it again, or use another backup.`, { cause: error });
  }
  if (facts.keyId !== key.id)
    throw new BackupError(`${file} was made with the key ${facts.keyId}; the given key is ${key.id}. Use the key file it was made with.`);
  return { facts, header };
}

/**
 * Reads a backup from beginning to end.
 * @throws BackupError unless it is a complete backup made with this key
 */
export async function* readBackupFile(file: string, key: BackupKey): AsyncGenerator<BackupEntry> {
  const { facts, header } = await readHeader(file, key);
  const sealed = createReadStream(file, { start: header.length, highWaterMark: READ_BYTES });
  const opened = unseal(fileKey(key, Buffer.from(facts.salt, 'base64url'), header), sealed, file);
  const plain = Readable.from(opened).compose(createZstdDecompress()) as AsyncIterable<Buffer>;
  try {
    yield* unframed(plain, file);
  } finally {
    sealed.destroy();
  }
}
