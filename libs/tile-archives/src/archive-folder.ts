import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from './open-archive.js';
import type { TileArchive } from './tile-archive.js';

export interface FoundArchive {
  /** Name of the file without its extension. */
  name: string;
  file: string;
  bytes: number;
  /** Hash of its contents; it changes when the file is replaced. */
  hash: string;
  archive: TileArchive;
}

export interface FaultyArchive {
  file: string;
  fault: string;
}

/** Names of archives: not in another folder, not hidden, not still being written. */
const NAME = /^([A-Za-z0-9][\w .-]{0,99})\.(pmtiles|mbtiles)$/;
/** Each archive is an open file and a source of the map. */
const MAX_ARCHIVES = 32;
const SAMPLES = 16;
const SAMPLE_BYTES = 4096;
const ENDS_BYTES = 65_536;
const HASH_CHARACTERS = 16;

interface Known extends FoundArchive {
  stamp: string;
}

/** The archives in some folders, which may change at any time. Of two archives with the same name, the one in the last folder is used. */
export class ArchiveFolders {
  private known = new Map<string, Known>();

  constructor(private readonly folders: readonly string[]) {}

  /** Scans again: opens new and replaced archives, closes removed ones. */
  async look(): Promise<{ archives: readonly FoundArchive[]; faulty: readonly FaultyArchive[] }> {
    const files = await this.files();
    const faulty: FaultyArchive[] = files
      .slice(MAX_ARCHIVES)
      .map(({ file }) => ({ file, fault: `There are more than ${MAX_ARCHIVES} files; this one is left out.` }));
    const next = new Map<string, Known>();
    for (const { name, file } of files.slice(0, MAX_ARCHIVES)) {
      try {
        const { size, mtimeMs, ino } = await stat(file);
        const stamp = `${size} ${mtimeMs} ${ino}`;
        const before = this.known.get(file);
        next.set(
          file,
          before?.stamp === stamp
            ? before
            : { name, file, stamp, bytes: size, hash: await contentHash(file, size), archive: await openArchive(file) },
        );
      } catch (error) {
        faulty.push({ file, fault: (error as Error).message });
      }
    }
    const gone = [...this.known.values()].filter((before) => next.get(before.file) !== before);
    this.known = next;
    await Promise.allSettled(gone.map(({ archive }) => archive.close()));
    return { archives: [...next.values()], faulty };
  }

  async close(): Promise<void> {
    const all = [...this.known.values()];
    this.known = new Map();
    await Promise.allSettled(all.map(({ archive }) => archive.close()));
  }

  private async files(): Promise<{ name: string; file: string }[]> {
    const byName = new Map<string, { name: string; file: string }>();
    for (const folder of this.folders) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
        throw error;
      });
      for (const file of names.sort()) {
        const name = NAME.exec(file)?.[1];
        if (name !== undefined) byName.set(name, { name, file: join(folder, file) });
      }
    }
    return [...byName.values()];
  }
}

/** Whether an archive's file can have this name. */
export const isArchiveName = (file: string): boolean => NAME.test(file);

/**
 * Hash of the size, both ends and samples between them, so that a file of some gigabytes is not read completely. It is the same on every
 * machine with the same file.
 */
async function contentHash(file: string, size: number): Promise<string> {
  const hash = createHash('sha256').update(String(size));
  const handle = await open(file);
  try {
    const take = async (from: number, length: number): Promise<void> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, from));
      hash.update(buffer.subarray(0, bytesRead));
    };
    await take(0, ENDS_BYTES);
    for (let n = 1; n < SAMPLES; n++) await take(Math.floor((size * n) / SAMPLES), SAMPLE_BYTES);
    await take(size - ENDS_BYTES, ENDS_BYTES);
  } finally {
    await handle.close();
  }
  return hash.digest('hex').slice(0, HASH_CHARACTERS);
}
