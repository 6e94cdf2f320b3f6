// `npm run appearance`: compares screenshots of the map app with the pictures in the repository. `-- --record` takes them again;
// `-- --all` takes each page in each width, theme and language twice, and compares both times.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const mode = process.argv.includes('--record') ? 'record' : process.argv.includes('--all') ? 'all' : 'compare';
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'browser', 'apps/map/test/browser/appearance/appearance.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, APPEARANCE: mode },
});
process.exit(status ?? 1);
