// The prerequisites of every command of a checkout: dependencies, a recent Node.js, and an up-to-date build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MIN_NODE = 24;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Returns when dist/ can be imported; otherwise ends the process. */
export function prepare() {
  if (!existsSync(join(root, 'node_modules/commander'))) fail('The dependencies are not installed. Run: npm ci');
  const node = join(root, 'node_modules/node/bin/node');
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
    // Started without npm, by an older Node.js than the one that `npm ci` has installed.
    if (!existsSync(node)) fail(`Node.js ${MIN_NODE} is needed, this is ${process.versions.node}. Run: npm ci`);
    const again = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
    process.exit(again.status ?? 1);
  }
  if (!build()) fail('The build failed; nothing was started.');
}
