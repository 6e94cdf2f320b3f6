import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version in package.json, of the checkout or of the image. */
export function productVersion(): string {
  const path = findPackageJSON('..', import.meta.url);
  return path === undefined ? 'unknown' : (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
