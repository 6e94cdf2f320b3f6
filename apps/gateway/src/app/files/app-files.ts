import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { weakTagOf } from '#entity-tags/entity-tag.js';
import type { ContentCoding } from './content-coding.js';
import { mediaTypeOf } from './media-types.js';

/** Extensions that a build adds to the names of compressed files (apps/map/pack-files.ts). */
const PACKED_ENDS = { br: '.br', gzip: '.gz' } as const;
/** The folder of files whose names contain a hash of their content. */
const ASSETS = 'assets';

/** One file of the app, ready to be sent. */
export interface AppFile {
  /** Media type. */
  type: string;
  /** Weak, since the same tag covers every coding. */
  etag: string;
  /** The bytes by coding; `identity` is always present. */
  contents: Readonly<Partial<Record<ContentCoding, Buffer>>> & { identity: Buffer };
}

/** All files of the built app, in memory, so that a name from a request never reaches the file system. */
export interface AppFiles {
  /** `index.html`, `worker.js`, … */
  root: ReadonlyMap<string, AppFile>;
  /** `<name>-<hash>.<ext>` */
  assets: ReadonlyMap<string, AppFile>;
}

/**
 * Reads the build's files from the folder, each with its compressed versions. Undefined if there is no app, or no `index.html`.
 * @throws Error when the folder exists and cannot be read
 */
export async function readAppFiles(folder: string): Promise<AppFiles | undefined> {
  const root = await filesIn(folder);
  if (!root.has('index.html')) return undefined;
  return { root, assets: await filesIn(join(folder, ASSETS)) };
}

async function filesIn(folder: string): Promise<Map<string, AppFile>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const found = await Promise.all([...names].map(async (name) => [name, await fileOf(folder, name, names)] as const));
  return new Map(found.filter((each): each is readonly [string, AppFile] => each[1] !== undefined));
}

async function fileOf(folder: string, name: string, siblings: ReadonlySet<string>): Promise<AppFile | undefined> {
  const type = mediaTypeOf(name);
  if (type === undefined) return undefined;
  const packed = Object.entries(PACKED_ENDS).filter(([, end]) => siblings.has(name + end));
  const [identity, ...contents] = await Promise.all(
    [name, ...packed.map(([, end]) => name + end)].map((file) => readFile(join(folder, file))),
  );
  return {
    type,
    etag: weakTagOf(identity!),
    contents: { identity: identity!, ...Object.fromEntries(packed.map(([coding], at) => [coding, contents[at]!])) },
  };
}
