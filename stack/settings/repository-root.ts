import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The checkout: the nearest folder above this file with package.json and stack/broker/pom.xml, since sources and dist/ have different
 * depths.
 */
export const repositoryRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'stack/broker/pom.xml'))) return folder;
    if (folder === dirname(folder)) throw new Error(`No checkout of Waymark above ${start}.`);
  }
}
