// `npm run build`: compiles the sources to dist/, and bundles the services, when anything changed since the last time. Runs without a build itself.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist/.built-from');
const SOURCE_FOLDERS = ['apps', 'libs', 'stack', 'test', 'bench'].filter((folder) => existsSync(join(root, folder)));

/** Names, sizes and times of all sources: a changed, added or removed file makes another text. */
function sources() {
  const files = SOURCE_FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)));
  return ['.swcrc', 'nest-cli.json', 'package-lock.json', 'stack/bundle-services.mjs', ...files.filter((file) => file.endsWith('.ts')).sort()]
    .map((file) => {
      const { size, mtimeMs } = statSync(join(root, file));
      return `${file} ${size} ${mtimeMs}\n`;
    })
    .join('');
}

/** Compiles when needed; false when the compiler refused (it says why on stderr). */
export function build() {
  const now = sources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return true;
  process.stderr.write('Building …\n');
  rmSync(stamp, { force: true });
  const swc = join(root, 'node_modules/@swc/cli/bin/swc.js');
  const options = ['--out-dir', 'dist', '--config-file', '.swcrc', '--quiet', '--extensions', '.ts'];
  const compiler = spawnSync(process.execPath, [swc, ...SOURCE_FOLDERS, ...options], { cwd: root, stdio: ['ignore', 2, 2] });
  if (compiler.status !== 0) return false;
  const bundler = spawnSync(process.execPath, [join(root, 'stack/bundle-services.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
  if (bundler.status !== 0) return false;
  writeFileSync(stamp, now);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = build() ? 0 : 1;
