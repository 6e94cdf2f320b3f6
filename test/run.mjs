// `npm test`: builds, checks the types and runs the tests that an ordinary change can break. `npm test -- FILE…` runs those files alone,
// with any option of vitest. `npm run test:all` (`--all`) runs every check and all tests but four of the five parts of TURNS
// (`test/house/turns.ts`); the fifth is chosen at random. `npm run test:deep` (`--deep`) runs all of them, with all inputs of property
// tests and all generators of clients. Runs without a build itself.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const given = process.argv.slice(2);
const everything = ['--all', '--deep'].includes(given[0]);
const options = everything ? given.slice(1) : given;
const chosen = options.some((option) => !option.startsWith('-'));

/** Ends this process with the exit code of a step that fails. */
function run(command, args, more = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...more } });
  if (status !== 0) process.exit(status ?? 1);
}

const PARTS = 5;
const turn = process.env.WAYMARK_TURN ?? String(1 + Math.floor(Math.random() * PARTS));
if (given[0] === '--all' && !chosen)
  process.stdout.write(`Of the rare tests, part ${turn} of ${PARTS}. WAYMARK_TURN=${turn} repeats it; npm run test:deep runs all parts.\n`);

run('npm', ['run', '-s', 'build']);
if (everything) run('npm', ['run', '-s', 'check']);
else if (!chosen) run('npm', ['run', '-s', 'types']);
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options], {
  ...(everything && { WAYMARK_TESTS: given[0].slice(2), ...(!chosen && { WAYMARK_TURN: turn }) }),
  ...(!everything && !chosen && { WAYMARK_TESTS: 'usual' }),
});
