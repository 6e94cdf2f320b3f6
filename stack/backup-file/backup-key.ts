import { hkdfSync, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { BackupError } from './backup-error.js';

const PREFIX = 'waymark-backup-key-1 ';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
/** Larger than any key file. */
const MAX_FILE_BYTES = 1024;

/** The operator's key. Anyone who has it can read all backups made with it; nobody else can. */
export interface BackupKey {
  secret: Buffer;
  /** Identifies the key without revealing it: 16 hexadecimal digits. */
  id: string;
}

export function backupKey(secret: Buffer): BackupKey {
  return { secret, id: Buffer.from(hkdfSync('sha256', secret, '', 'waymark backup key id', KEY_ID_BYTES)).toString('hex') };
}

/**
 * Derives the key of one file, so that no two files share a key.
 * @param header everything before the encrypted chunks; a changed header gives another key
 */
export function fileKey({ secret }: BackupKey, salt: Buffer, header: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat([Buffer.from('waymark backup file '), header]), KEY_BYTES));
}

/** Creates a key, in a file that only its owner can read. @throws BackupError if the file exists */
export async function createKeyFile(file: string): Promise<BackupKey> {
  const secret = randomBytes(KEY_BYTES);
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${PREFIX}${secret.toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError(
        `${file} exists. A key is never overwritten: backups made with it could not be read any more. Name another file.`,
      );
    throw new BackupError(`The key could not be written to ${file}: ${(error as Error).message}`, { cause: error });
  }
  return backupKey(secret);
}

/** @throws BackupError if the file cannot be read or contains no key */
export async function readKeyFile(file: string): Promise<BackupKey> {
  let text: string;
  try {
    text = (await readFile(file)).subarray(0, MAX_FILE_BYTES).toString();
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new BackupError(
      missing
        ? `There is no key file ${file}. Make a key by: npx waymark backup --new-key ${file}`
        : `The key file ${file} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
  const secret = Buffer.from(text.slice(PREFIX.length).trim(), 'base64url');
  if (!text.startsWith(PREFIX) || secret.length !== KEY_BYTES)
    throw new BackupError(
      `${file} is not a backup key: such a file has one line, beginning with "${PREFIX.trim()}". Make a key ` +
        'by: npx waymark backup --new-key FILE',
    );
  return backupKey(secret);
}
