import { extname } from 'node:path';

export interface FileType {
  /** Media type. */
  type: string;
  /** False: it is compressed in itself. */
  packs: boolean;
}

const text = (type: string): FileType => ({ type, packs: true });
const packed = (type: string): FileType => ({ type, packs: false });

/** What a build of the app consists of. Maps of the sources are left out: they are for who builds it. */
const TYPES: Readonly<Record<string, FileType>> = {
  '.html': text('text/html; charset=utf-8'),
  '.js': text('text/javascript; charset=utf-8'),
  '.mjs': text('text/javascript; charset=utf-8'),
  '.css': text('text/css; charset=utf-8'),
  '.json': text('application/json'),
  '.webmanifest': text('application/manifest+json'),
  '.svg': text('image/svg+xml'),
  '.wasm': text('application/wasm'),
  '.txt': text('text/plain; charset=utf-8'),
  '.woff2': packed('font/woff2'),
  '.png': packed('image/png'),
  '.jpg': packed('image/jpeg'),
  '.webp': packed('image/webp'),
  '.ico': text('image/x-icon'),
};

/** By the end of a file's name; undefined: it is not served. */
export function fileTypeOf(name: string): FileType | undefined {
  const end = extname(name).toLowerCase();
  return Object.hasOwn(TYPES, end) ? TYPES[end] : undefined;
}
