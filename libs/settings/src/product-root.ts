import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the product's package.json: that of the checkout or of the image, from compiled and from bundled code alike. */
export function productRoot(): string {
  return dirname(findPackageJSON('..', import.meta.url)!);
}
