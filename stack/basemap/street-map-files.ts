import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ArchiveFolders, type FaultyArchive, type FoundArchive, isArchiveName } from '#tile-archives/archive-folder.js';
import { MbtilesArchive } from '#tile-archives/mbtiles-archive.js';
import { openArchive } from '#tile-archives/open-archive.js';
import { PmtilesArchive } from '#tile-archives/pmtiles-archive.js';
import { ArchiveError, type ArchiveFacts, type Bounds } from '#tile-archives/tile-archive.js';
import { extractRegion } from './extract-region.js';
import { download, remoteSource } from './remote-file.js';

export interface Addition {
  /** A file, or a URL (http, https). */
  from: string;
  folder: string;
  /** Limits the map to this region. */
  region?: Bounds;
  /** Name of the file in the folder; default: the source's name. */
  name?: string;
  maxBytes: number;
}

export interface Added {
  name: string;
  file: string;
  bytes: number;
  facts: ArchiveFacts;
}

/**
 * Adds a street map to the folder. The file is written under another name, checked, and renamed once it is complete, so that a gateway
 * never sees an incomplete file.
 * @throws ArchiveError with the remedy
 */
export async function addStreetMap({ from, folder, region, name = nameOf(from), maxBytes }: Addition): Promise<Added> {
  if (!isArchiveName(`${name}.pmtiles`))
    throw new ArchiveError(
      `${JSON.stringify(name)} is no name for a map: letters, digits, dots, blanks and - will do; choose one by --name.`,
    );
  await mkdir(folder, { recursive: true });
  const part = join(folder, `.${name}.${process.pid}.part`);
  try {
    if (region !== undefined) await takeRegion(from, region, part, maxBytes);
    else if (isAddress(from)) await download(from, part, maxBytes);
    else await copied(from, part, maxBytes);
    const archive = await openArchive(part);
    const { facts } = archive;
    const end = archive instanceof MbtilesArchive ? 'mbtiles' : 'pmtiles';
    await archive.close();
    const { size } = await stat(part);
    const file = join(folder, `${name}.${end}`);
    await rename(part, file);
    await rm(join(folder, `${name}.${end === 'mbtiles' ? 'pmtiles' : 'mbtiles'}`), { force: true });
    return { name, file, bytes: size, facts };
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes a street map. @returns whether it existed */
export async function removeStreetMap(folder: string, name: string): Promise<boolean> {
  const files = ['pmtiles', 'mbtiles'].map((end) => `${name}.${end}`).filter(isArchiveName);
  const removed = await Promise.all(
    files.map((file) =>
      rm(join(folder, file)).then(
        () => true,
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
      ),
    ),
  );
  return removed.includes(true);
}

export async function listStreetMaps(
  folder: string,
): Promise<{ archives: readonly Omit<FoundArchive, 'archive'>[]; facts: readonly ArchiveFacts[]; faulty: readonly FaultyArchive[] }> {
  const folders = new ArchiveFolders([folder]);
  try {
    const { archives, faulty } = await folders.look();
    return { archives, facts: archives.map(({ archive }) => archive.facts), faulty };
  } finally {
    await folders.close();
  }
}

const isAddress = (from: string): boolean => /^https?:\/\//i.test(from);
const nameOf = (from: string): string =>
  basename(isAddress(from) ? decodeURIComponent(new URL(from).pathname) : from).replace(/\.(pmtiles|mbtiles)$/i, '');

async function takeRegion(from: string, region: Bounds, file: string, maxBytes: number): Promise<void> {
  const archive = isAddress(from)
    ? await PmtilesArchive.open(remoteSource(from))
    : await openArchive(from).catch((error: unknown) => Promise.reject(unreadable(from, error)));
  try {
    await extractRegion(archive, region, file, maxBytes);
  } finally {
    await archive.close();
  }
}

async function copied(from: string, to: string, maxBytes: number): Promise<void> {
  const { size } = await stat(from).catch((error: unknown) => Promise.reject(unreadable(from, error)));
  if (size > maxBytes)
    throw new ArchiveError(`${from} has ${size} bytes, more than ${maxBytes}; take a part of it by --bbox, or raise --max-gigabytes.`);
  await copyFile(from, to).catch((error: unknown) => Promise.reject(unreadable(from, error)));
}

const unreadable = (from: string, error: unknown): Error =>
  error instanceof ArchiveError ? error : new ArchiveError(`${from} cannot be read: ${(error as Error).message}.`, { cause: error });
