import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the product's package.json, in a checkout or an image, for both compiled and bundled code. */
export function productRoot(): string {
  return dirname(findPackageJSON('..', import.meta.url)!);
}
