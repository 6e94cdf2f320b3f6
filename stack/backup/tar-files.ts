import { BackupError } from '../backup-file/backup-error.js';

/** A file, folder or link in a tar from PostgreSQL (ustar, with base-256 sizes for large files). */
export interface TarEntry {
  /** Path without a trailing slash. */
  path: string;
  kind: 'file' | 'folder';
  bytes: number;
  /** Content of a file; skipped if it is not read before the next entry is requested. */
  data: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE = 156;
const PREFIX = [345, 155] as const;

const textOf = (header: Buffer, [at, bytes]: readonly [number, number]) =>
  header
    .subarray(at, at + bytes)
    .toString('utf8')
    .split('\0')[0]!;

function sizeOf(header: Buffer): number {
  const [at, bytes] = SIZE;
  if (header[at]! & 0x80) return Number(header.readBigUInt64BE(at + bytes - 8));
  return Number.parseInt(textOf(header, SIZE).trim() || '0', 8);
}

/** Whether a block is a valid header. Its checksum counts its own field as spaces. */
function isHeader(header: Buffer): boolean {
  const [at, bytes] = CHECKSUM;
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= at && i < at + bytes ? 32 : header[i]!;
  return sum === Number.parseInt(textOf(header, CHECKSUM).trim(), 8);
}

/** Refuses paths outside the folder. */
function safePath(path: string): string {
  const parts = path
    .replace(/\/+$/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || parts.includes('..'))
    throw new BackupError(`The base backup holds a file outside its folder: ${path}. Use another backup.`);
  return parts.join('/');
}

/** @throws BackupError if it is not a tar, is incomplete, or contains links (which only tablespaces have) */
export async function* tarFiles(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  let rest: Buffer = Buffer.alloc(0);
  const pieces = source[Symbol.asyncIterator]();
  const more = async (): Promise<boolean> => {
    const { done, value } = await pieces.next();
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const block = async (): Promise<Buffer | undefined> => {
    while (rest.length < BLOCK) if (!(await more())) return undefined;
    const taken = rest.subarray(0, BLOCK);
    rest = rest.subarray(BLOCK);
    return taken;
  };
  /** Reads up to `left` bytes. */
  async function* content(left: number): AsyncGenerator<Buffer> {
    while (left > 0) {
      if (rest.length === 0 && !(await more())) throw new BackupError('The base backup ends in the middle of a file. Use another backup.');
      const taken = rest.subarray(0, left);
      rest = rest.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }
  for (let header = await block(); header !== undefined; header = await block()) {
    // A tar ends with blocks of zeros.
    if (header.every((byte) => byte === 0)) continue;
    if (!isHeader(header)) throw new BackupError('The base backup is not understood: a header of a file is damaged. Use another backup.');
    const prefix = textOf(header, PREFIX);
    const path = safePath(prefix === '' ? textOf(header, NAME) : `${prefix}/${textOf(header, NAME)}`);
    const type = String.fromCharCode(header[TYPE]!);
    if (!['0', '\0', '5'].includes(type))
      throw new BackupError(`The base backup holds a link (${path}), as tablespaces have: it cannot be restored by Waymark.`);
    const bytes = type === '5' ? 0 : sizeOf(header);
    const data = content(bytes);
    yield { path, kind: type === '5' ? 'folder' : 'file', bytes, data };
    for (;;) if ((await data.next()).done) break;
    const padding = (BLOCK - (bytes % BLOCK)) % BLOCK;
    for await (const _ of content(padding));
  }
}
