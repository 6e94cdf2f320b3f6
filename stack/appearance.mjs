// `npm run appearance`: compares how the map app looks with the pictures of the repository. `-- --record` takes them again,
// `-- --all` looks at each page in each width, theme and language, twice, and compares the second time with the first.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const mode = process.argv.includes('--record') ? 'record' : process.argv.includes('--all') ? 'all' : 'compare';
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'browser', 'apps/map/test/browser/appearance/appearance.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, APPEARANCE: mode },
});
process.exit(status ?? 1);
