import { createHash } from 'node:crypto';
import type { FoundFile } from './matching-files.js';
import { MovedFile, readRange } from './read-range.js';

/** How far a file was read, with data to recognise it: its inode may have been reused. */
export interface FilePlace {
  readonly inode: number;
  readonly offset: number;
  /** Hash of the first bytes read, at most 1,024. */
  readonly head: string;
  /** Hash of the last bytes before the offset, at most 1,024. */
  readonly tail: string;
  /** In the middle of a line that is too long and is skipped to its end. */
  readonly skipping?: boolean;
}

const SAMPLE_BYTES = 1024;

/** The place after reading up to an offset. @throws Error when the file can't be read */
export async function placeAt(file: Pick<FoundFile, 'path' | 'inode'>, offset: number, skipping = false): Promise<FilePlace> {
  const { head, tail } = await samples(file, offset);
  return { inode: file.inode, offset, head, tail, ...(skipping && { skipping }) };
}

/**
 * Whether the file is the one read so far: it is at least as long, and its contents match. False also when it can't be read.
 * @throws MovedFile when its name now leads to another file
 */
export async function continues(file: FoundFile, place: FilePlace): Promise<boolean> {
  if (file.size < place.offset) return false;
  try {
    const { head, tail } = await samples(file, place.offset);
    return head === place.head && tail === place.tail;
  } catch (error) {
    if (error instanceof MovedFile) throw error;
    return false;
  }
}

async function samples(file: Pick<FoundFile, 'path' | 'inode'>, offset: number): Promise<{ head: string; tail: string }> {
  const length = Math.min(SAMPLE_BYTES, offset);
  return { head: hashOf(await readRange(file, 0, length), length), tail: hashOf(await readRange(file, offset - length, length), length) };
}

function hashOf(bytes: Buffer, length: number): string {
  if (bytes.length < length) throw new Error('The file became shorter while it was read.');
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
}

/** The valid places in a source's stored place. */
export function placesOf(place: unknown): Map<string, FilePlace> {
  const files = (place as { files?: unknown } | undefined)?.files;
  const entries = Object.entries(typeof files === 'object' && files !== null ? (files as Record<string, Partial<FilePlace>>) : {});
  return new Map(
    entries.filter(
      (entry): entry is [string, FilePlace] =>
        Number.isSafeInteger(entry[1].offset) && typeof entry[1].head === 'string' && typeof entry[1].tail === 'string',
    ),
  );
}
