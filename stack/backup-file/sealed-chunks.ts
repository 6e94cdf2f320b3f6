import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupError } from './backup-error.js';

/**
 * Authenticated encryption of a stream in chunks: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár: "Online
 * Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015) with AES-256-GCM, as in the file format "age". The nonce of
 * a chunk is its number (11 bytes) and whether it is the last one (one byte). So each chunk can only be decrypted in its place, and a file
 * that was cut at the end of a chunk has no last one. A key must only be used for one stream.
 */
export const CHUNK_BYTES = 256 * 1024;
export const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;
const ALGORITHM = 'aes-256-gcm';

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[NONCE_BYTES - 1] = last ? 1 : 0;
  return nonce;
}

/** Splits a stream into pieces of a size. Only the last one is smaller; it is empty for an empty stream. */
async function* piecesOf(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const data of source) {
    held.push(data);
    size += data.length;
    // A full piece waits until it is known whether more follows.
    if (size <= bytes) continue;
    const whole = Buffer.concat(held, size);
    let at = 0;
    for (; size - at > bytes; at += bytes) yield { piece: whole.subarray(at, at + bytes), last: false };
    held = [whole.subarray(at)];
    size -= at;
  }
  yield { piece: Buffer.concat(held, size), last: true };
}

export async function* seal(key: Buffer, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, last } of piecesOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(number++, last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts a stream from `seal`. Chunks are returned once they are authenticated; only the end proves that the stream is complete.
 * @param name of the file, for messages
 * @throws BackupError if the stream was changed, reordered or cut, or encrypted with another key
 */
export async function* unseal(key: Buffer, source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, last } of piecesOf(source, SEALED_BYTES)) {
    const opened = open(key, piece, nonceOf(number, last));
    if (opened === undefined) {
      const cut = last && (piece.length < TAG_BYTES || open(key, piece, nonceOf(number, false)) !== undefined);
      if (cut) throw new BackupError(`${name} is cut short: its end is missing. Copy it again, or use another backup.`);
      const where = `in the ${CHUNK_BYTES / 1024} KiB from byte ${number * SEALED_BYTES} behind its header`;
      throw new BackupError(`${name} is damaged, cut short or was changed (${where}). Copy it again, or use another backup.`);
    }
    number++;
    yield opened;
  }
}

/** Decrypts a chunk; undefined if it was not encrypted with this key and nonce. */
function open(key: Buffer, sealed: Buffer, nonce: Buffer): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return opened;
  } catch {
    return undefined;
  }
}
