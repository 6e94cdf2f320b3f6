// `npm run dev`: runs Waymark from the sources. A service restarts when a file that it imports is saved, and the map app applies changes
// without a reload (http://localhost:5173/app/). Runs without a build itself.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (!build()) process.exit(1);

const start = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, WAYMARK_WATCH: 'true' } });
const services = start('stack/launch.mjs', 'start');
const compilation = ['apps', 'libs', '--out-dir', 'dist', '--config-file', '.swcrc', '--extensions', '.ts', '--quiet', '--watch'];
const watchers = [
  start('node_modules/@swc/cli/bin/swc.js', ...compilation, '--ignore', 'apps/map/src/**,apps/map/*.ts'),
  start('node_modules/vite/bin/vite.js', 'apps/map', '--clearScreen', 'false'),
];

// A terminal sends Ctrl-C to all processes. This one ends last, since the services need some time to stop in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => services.kill());
services.once('exit', (code) => {
  for (const watcher of watchers) watcher.kill();
  process.exitCode = code ?? 1;
});
