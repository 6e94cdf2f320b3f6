// The one program of the checkout that runs without a build: it builds what is stale, then hands over to stack/main.ts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist/.built-from');
const SOURCE_FOLDERS = ['apps', 'libs', 'stack', 'test', 'bench'];
const MIN_NODE = 24;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Names, sizes and times of all sources: a changed, added or removed file makes another text. */
function sources() {
  const files = SOURCE_FOLDERS.flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)) : [],
  ).filter((file) => file.endsWith('.ts'));
  return ['.swcrc', 'package.json', ...files.sort()]
    .map((file) => {
      const { size, mtimeMs } = statSync(join(root, file));
      return `${file} ${size} ${mtimeMs}\n`;
    })
    .join('');
}

function build() {
  const now = sources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  process.stderr.write('Building …\n');
  const folders = SOURCE_FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const swc = join(root, 'node_modules/@swc/cli/bin/swc.js');
  const options = ['--out-dir', 'dist', '--config-file', '.swcrc', '--quiet', '--extensions', '.ts'];
  rmSync(stamp, { force: true });
  const built = spawnSync(process.execPath, [swc, ...folders, ...options], { cwd: root, stdio: ['ignore', 2, 2] });
  if (built.status !== 0) fail('The build failed; nothing was started.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

if (!existsSync(join(root, 'node_modules/commander'))) fail('The dependencies are not installed. Run: npm ci');
const node = join(root, 'node_modules/node/bin/node');
if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
  // Started without npm, by an older Node.js than the one that `npm ci` brought along.
  if (!existsSync(node)) fail(`Node.js ${MIN_NODE} is needed, this is ${process.versions.node}. Run: npm ci`);
  const again = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
build();
await import('../dist/stack/main.js');
