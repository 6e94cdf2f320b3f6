import { parseArgs } from 'node:util';
import { execa } from 'execa';
import provideInfrastructure from '#testing/test-infrastructure.js';
import type { Mutation, TestChoice } from './mutation.js';
import { MUTATIONS } from './planted/all.js';
import { MisfitError, WorkingCopy } from './working-copy.js';

/** Below this share the suites are not good enough (issue: 90 % or better). */
const WANTED_SHARE = 0.9;
const TEST_LIMIT_MS = 300_000;
/** Projects of vitest. */
const PROJECTS: Record<TestChoice['project'], readonly string[]> = { unit: ['unit', 'mocks'], stack: ['stack', 'faults'] };

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    list: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const chosen = MUTATIONS.filter(({ name, file }) => values.only.some((text) => `${name} ${file}`.includes(text)));

if (values.list) for (const { name, file } of chosen) console.log(`${file}: ${name}`);
else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  const release = await provideInfrastructure();
  const copy = await WorkingCopy.make();
  const survivors: string[] = [];
  const misfits: string[] = [];
  try {
    await expectSound(copy);
    for (const [at, mutation] of chosen.entries()) {
      const startedAt = performance.now();
      let killer: string | undefined;
      try {
        killer = await copy.with(mutation, () => firstFailing(copy, mutation.tests));
      } catch (error) {
        if (!(error instanceof MisfitError)) throw error;
        misfits.push(`${mutation.name}: ${error.message}`);
        continue;
      }
      if (killer === undefined) survivors.push(mutation.name);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(
        `${String(at + 1).padStart(3)}/${chosen.length} ${killer === undefined ? 'SURVIVED' : 'caught  '} ` +
          `${mutation.name} (${mutation.file}; ${seconds} s${killer === undefined ? '' : `; ${killer}`})`,
      );
    }
  } finally {
    if (!values.keep) await copy.remove();
    await release();
  }
  const planted = chosen.length - misfits.length;
  const caught = planted - survivors.length;
  console.log(`\n${caught} of ${planted} planted faults caught (${((100 * caught) / planted).toFixed(0)} %).`);
  for (const name of survivors) console.log(`survived: ${name}`);
  for (const misfit of misfits) console.log(`does not fit the sources any more: ${misfit}`);
  return caught / planted >= WANTED_SHARE && misfits.length === 0 ? 0 : 1;
}

/** Without this a test that always fails would catch everything. */
async function expectSound(copy: WorkingCopy): Promise<void> {
  const paths = new Map<TestChoice['project'], Set<string>>();
  for (const choice of chosen.flatMap(({ tests }) => tests)) {
    const known = paths.get(choice.project) ?? new Set();
    paths.set(choice.project, known);
    for (const path of choice.paths) known.add(path);
  }
  for (const [project, list] of paths) {
    const { failed, output } = await runTests(copy, { project, paths: [...list] });
    if (failed) throw new Error(`The ${project} tests fail without any planted fault, so they would prove nothing:\n${output}`);
  }
  console.log(`${chosen.length} faults to plant; the tests pass without them.`);
}

async function firstFailing(copy: WorkingCopy, tests: Mutation['tests']): Promise<string | undefined> {
  for (const choice of tests) if ((await runTests(copy, choice)).failed) return choice.paths.join(' ');
  return undefined;
}

async function runTests(copy: WorkingCopy, { project, paths }: TestChoice): Promise<{ failed: boolean; output: string }> {
  const result = await execa('vitest', ['run', ...PROJECTS[project].flatMap((name) => ['--project', name]), '--bail', '1', ...paths], {
    cwd: copy.directory,
    preferLocal: true,
    reject: false,
    all: true,
    timeout: TEST_LIMIT_MS,
    env: { CI: '1', WAYMARK_TESTS: 'deep' },
  });
  // A run without tests must not count as passed.
  if (/No test files found/.test(result.all)) throw new Error(`No tests in ${paths.join(' ')} (${project}).`);
  return { failed: result.exitCode !== 0, output: result.all.split('\n').slice(-60).join('\n') };
}
