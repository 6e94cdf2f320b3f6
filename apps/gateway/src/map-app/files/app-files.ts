import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { weakTagOf } from '#entity-tags/entity-tag.js';
import type { ContentCoding } from './content-coding.js';
import { fileTypeOf } from './file-types.js';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);
/** 11 takes ten times as long for a few per cent: the first start after each build would wait for it. */
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;
/** What is smaller gains nothing. */
const LEAST_BYTES = 256;
/** The folder of the files whose names change with what is in them. */
const ASSETS = 'assets';

/** One file of the app, ready to be sent. */
export interface AppFile {
  /** Media type. */
  type: string;
  /** Weak: it stands for every coding. */
  etag: string;
  /** By coding; `identity` is always there. */
  contents: Readonly<Partial<Record<ContentCoding, Buffer>>> & { identity: Buffer };
}

/** All files of the built app, in memory: nothing is ever read by a name from a request. */
export interface AppFiles {
  /** `index.html`, `worker.js`, … */
  root: ReadonlyMap<string, AppFile>;
  /** `<name>-<hash>.<ext>` */
  assets: ReadonlyMap<string, AppFile>;
}

/**
 * Reads and compresses what a build has put into the folder. Undefined: there is no app, or one without its page.
 * @throws Error when the folder is there and can't be read
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
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const found = await Promise.all(names.map(async (name) => [name, await fileOf(folder, name)] as const));
  return new Map(found.filter((each): each is readonly [string, AppFile] => each[1] !== undefined));
}

async function fileOf(folder: string, name: string): Promise<AppFile | undefined> {
  const known = fileTypeOf(name);
  if (known === undefined) return undefined;
  const identity = await readFile(join(folder, name));
  return { type: known.type, etag: weakTagOf(identity), contents: known.packs && identity.length >= LEAST_BYTES ? await packedContents(identity) : { identity } };
}

async function packedContents(identity: Buffer): Promise<AppFile['contents']> {
  const [br, gz] = await Promise.all([
    brotlied(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    gzipped(identity, { level: GZIP_LEVEL }),
  ]);
  return { identity, ...(br.length < identity.length && { br }), ...(gz.length < identity.length && { gzip: gz }) };
}
