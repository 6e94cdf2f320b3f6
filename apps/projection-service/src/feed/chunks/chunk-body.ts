import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LINE_SEPARATOR } from './feed-chunks.js';

/** SQL for the body of a chunk; chunks from before the migration PackChunks have a text instead. */
export const STORED_BODY = `coalesce(body, convert_to(changes, 'UTF8'))`;

/** Shorter texts are not compressed: the saved space is not worth the 50 µs per Zstandard frame. */
const PACKED_FROM_BYTES = 8192;
/** First byte of a Zstandard frame (RFC 8878); an uncompressed text begins with "{". */
const FRAME = 0x28;
const LEVEL_1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** @param changes lines of JSON joined by LINE_SEPARATOR @returns the stored bytes: UTF-8, or a Zstandard frame of it */
export function packedBody(changes: string): Buffer {
  const text = Buffer.from(changes);
  return text.length < PACKED_FROM_BYTES ? text : zstdCompressSync(text, LEVEL_1);
}

export function changesIn(body: Buffer): string {
  return (body[0] === FRAME ? zstdDecompressSync(body) : body).toString();
}

/** The columns of a chunk with its lines. */
export interface StoredLines {
  first_offset: number;
  /** Offset − first_offset of each line, 32 bits little-endian; null if the offsets are consecutive. */
  offsets: Buffer | null;
  body: Buffer;
}

export interface PlacedLine {
  offset: number;
  line: string;
}

export function placedLines({ first_offset: first, offsets, body }: StoredLines): PlacedLine[] {
  return changesIn(body)
    .split(LINE_SEPARATOR)
    .map((line, at) => ({ line, offset: first + (offsets ? offsets.readUInt32LE(at * 4) : at) }));
}
