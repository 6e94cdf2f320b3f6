import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoot } from './product-root.js';

/** The version in the product's package.json. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(join(productRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
