import { fileURLToPath } from 'node:url';
import swc from 'unplugin-swc';
import { defaultExclude, defineConfig } from 'vitest/config';
import LongestFirst from './test/house/longest-first.js';
import { leftOut } from './test/house/rare-tests.js';

const root = fileURLToPath(new URL('.', import.meta.url));
// Inherited by the workers and by every process that a test starts.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require "${root}test/house/no-default-port.cjs"`;
const alias = [
  { find: /^#stack\/(.*)\.js$/, replacement: `${root}stack/$1.ts` },
  { find: /^#([a-z-]+)\/(.*)\.js$/, replacement: `${root}libs/$1/src/$2.ts` },
];
/**
 * One more than the cores of CI: files of `stack` wait for servers now and then. The same for both projects, so that
 * their files run at the same time.
 */
const maxWorkers = 3;
/** Of processes and browsers that share two cores: the default, a second, is too short for one answer now and then. */
const expect = { poll: { timeout: 15_000 } };
/** A file that is named on the command line always runs: `npm test` then sets neither variable. */
const exclude = [...defaultExclude, ...leftOut(process.env['WAYMARK_TESTS'], process.env['WAYMARK_TURN'])];
/** They put other modules in the place of some, which a worker must not keep for the next file. */
const MOCKING = [
  'apps/agent/test/unit/sources/files-rotation-races.test.ts',
  'apps/directory-service/test/unit/passwords.test.ts',
  'apps/gateway/test/unit/inflating.test.ts',
  'apps/object-service/test/unit/simulation/simulation.test.ts',
  'libs/telemetry/test/unit/log-output.test.ts',
];
const plugins = [swc.vite({ module: { type: 'es6' } })];
/** In every project. */
const everywhere = {
  /** CommonJS, as Node.js loads it. */
  server: { deps: { external: [/\/libs\/kafka-client\/kafkajs\//] } },
  /** By default, titles of `it.each` end after 40 characters of a path: `-t` finds no route, and a failure does not show which one. */
  taskTitleValueFormatTruncate: 200,
};

/**
 * `unit` and `mocks` need nothing; `stack` runs against the real broker and database that its global setup starts. When they are done,
 * `faults` and `browser`, with a Chromium, run at the same time.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/house/closing-line-reporter.ts'],
    projects: [
      {
        plugins,
        resolve: { alias },
        // Property tests take their time on a busy machine.
        test: {
          name: 'unit',
          ...everywhere,
          // A worker loads what files share once: a third less time.
          isolate: false,
          maxWorkers,
          testTimeout: 30_000,
          // Some start a whole gateway.
          hookTimeout: 30_000,
          include: ['{libs,apps}/*/test/unit/**/*.test.ts', 'test/house/**/*.test.ts', 'stack/test/unit/**/*.test.ts'],
          exclude: [...exclude, ...MOCKING],
        },
      },
      {
        plugins,
        resolve: { alias },
        test: { name: 'mocks', ...everywhere, maxWorkers, testTimeout: 30_000, include: MOCKING, exclude },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: 'stack',
          ...everywhere,
          // As above: 0.7 s of CPU less per file.
          isolate: false,
          include: ['{libs,apps}/*/test/real/**/*.test.ts', 'test/{end-to-end,input}/**/*.test.ts'],
          exclude,
          globalSetup: ['libs/testing/src/test-infrastructure.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect,
          maxWorkers,
        },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: 'faults',
          ...everywhere,
          include: ['test/faults/**/*.test.ts', 'stack/test/real/**/*.test.ts'],
          exclude,
          globalSetup: ['libs/testing/src/test-infrastructure.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          expect,
          // Each starts an installation of its own, of a dozen processes: three at a time starve each other.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: 'browser',
          ...everywhere,
          // As above.
          isolate: false,
          include: ['apps/map/test/browser/**/*.test.ts'],
          exclude,
          globalSetup: ['libs/testing/src/test-infrastructure.ts', 'apps/map/test/browser/shared-installation.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect,
          // Each draws maps in software and runs its own services. After the others, whose times it would spoil.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
