import { extname } from 'node:path';

/** Media types of the files in a build of the app. Source maps are not served: they are for developers. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

/** The media type by the file's extension; undefined if the file is not served. */
export function mediaTypeOf(name: string): string | undefined {
  const end = extname(name).toLowerCase();
  return Object.hasOwn(TYPES, end) ? TYPES[end] : undefined;
}
