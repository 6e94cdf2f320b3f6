import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MOST_FILES = 1000;

/** A file of a folder as it is now. */
/** What a look at a folder saw. */
export interface FilesSeen {
  readonly files: number;
  /** Files whose last line has no newline yet. */
  readonly waiting: number;
}

export interface FoundFile {
  readonly path: string;
  readonly inode: number;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

/** The files of a folder whose names match, by name; all when there is no pattern. @throws Error when the folder can't be read, or has more than 1,000 of them */
export async function matchingFiles(folder: string, names?: string): Promise<FoundFile[]> {
  const wanted = names === undefined ? undefined : patternOf(names);
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => !entry.isDirectory() && (wanted?.test(entry.name) ?? true)).map(({ name }) => name);
  if (wanted !== undefined && entries.length > MOST_FILES) throw new Error(`${folder} has ${entries.length} files ${names}; at most ${MOST_FILES} are followed. Move old ones away, or name fewer.`);
  const found: FoundFile[] = [];
  for (const name of entries.sort().slice(-MOST_FILES)) {
    const path = join(folder, name);
    // It may be gone by now.
    const about = await stat(path).catch(() => undefined);
    if (about?.isFile()) found.push({ path, inode: about.ino, size: about.size, changed: about.mtimeMs });
  }
  return found;
}

function patternOf(names: string): RegExp {
  return new RegExp(`^${names.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`, 's');
}
