import { textIn } from '#postgres/packed-text.js';
import { LINE_SEPARATOR } from './feed-chunks.js';

/**
 * SQL for the body of a chunk: `packedText` of its lines, joined by LINE_SEPARATOR. Chunks from before the migration PackChunks have a text
 * instead.
 */
export const STORED_BODY = `coalesce(body, convert_to(changes, 'UTF8'))`;

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
  return textIn(body)
    .split(LINE_SEPARATOR)
    .map((line, at) => ({ line, offset: first + (offsets ? offsets.readUInt32LE(at * 4) : at) }));
}
