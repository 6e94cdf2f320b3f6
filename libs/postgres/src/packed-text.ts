import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Shorter texts are not compressed: the saved space is not worth the 50 µs per Zstandard frame. */
const PACKED_FROM_BYTES = 8192;
/** How a Zstandard frame begins (RFC 8878, 3.1.1, as a little-endian number); no UTF-8 text begins with these bytes. */
const MAGIC_NUMBER = 0xfd2fb528;
const MAGIC_BYTES = 4;
const LEVEL_1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A text for a column of type bytea: UTF-8, or a Zstandard frame of it if it is long. */
export function packedText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length < PACKED_FROM_BYTES ? bytes : zstdCompressSync(bytes, LEVEL_1);
}

/** The text of bytes from `packedText`. */
export function textIn(packed: Buffer): string {
  const isPacked = packed.length >= MAGIC_BYTES && packed.readUInt32LE() === MAGIC_NUMBER;
  return (isPacked ? zstdDecompressSync(packed) : packed).toString();
}
