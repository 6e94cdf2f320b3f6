import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_FILES = 1000;
const MAX_LISTS = 5;

/** The result of a look at a folder. */
export interface FilesSeen {
  readonly files: number;
  /** Files whose last line has no newline yet. */
  readonly waiting: number;
}

/** A file of a folder in its current state. */
export interface FoundFile {
  readonly path: string;
  readonly inode: number;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

/**
 * The files of a folder whose names match, by name; all when there is no pattern.
 * @throws Error when the folder can't be read, or has more than 1,000 of them
 */
export async function matchingFiles(folder: string, names?: string): Promise<FoundFile[]> {
  const matches = matcherOf(names);
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => !entry.isDirectory() && matches(entry.name))
    .map(({ name }) => name);
  if (names !== undefined && entries.length > MAX_FILES)
    throw new Error(
      `${folder} has ${entries.length} files ${names}; at most ${MAX_FILES} are followed. Move old ones away, or name fewer.`,
    );
  const found: FoundFile[] = [];
  for (const name of entries.sort().slice(-MAX_FILES)) {
    // It may have been removed meanwhile.
    const file = await fileAt(join(folder, name));
    if (file !== undefined) found.push(file);
  }
  return found;
}

/**
 * All files of a folder, including files renamed between listing the names and opening each: the folder is listed again until every name
 * leads to the same file twice.
 * @throws Error when the folder can't be read, or its files are renamed all the time
 */
export async function settledFiles(folder: string): Promise<FoundFile[]> {
  let before = await matchingFiles(folder);
  for (let list = 0; list < MAX_LISTS; list++) {
    const now = await matchingFiles(folder);
    const inodes = new Map(now.map(({ path, inode }) => [path, inode]));
    if (before.every(({ path, inode }) => inodes.get(path) === inode)) return now;
    before = now;
  }
  throw new Error(`Files of ${folder} are renamed faster than they can be listed.`);
}

/** The file at a path; undefined when none is there. */
export async function fileAt(path: string): Promise<FoundFile | undefined> {
  const about = await stat(path).catch(() => undefined);
  return about?.isFile() ? { path, inode: about.ino, size: about.size, changed: about.mtimeMs } : undefined;
}

/** Whether a name matches a pattern with `*` and `?`; every name when there is no pattern. */
export function matcherOf(names?: string): (name: string) => boolean {
  if (names === undefined) return () => true;
  const pattern = new RegExp(
    `^${names
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/\*+/g, '.*')
      .replaceAll('?', '.')}$`,
    's',
  );
  return (name) => pattern.test(name);
}
