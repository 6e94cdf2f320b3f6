import { fileURLToPath } from 'node:url';
import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/house/longest-first.js';

const root = fileURLToPath(new URL('.', import.meta.url));
// Inherited by the workers and by every process that a test starts.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require "${root}test/house/no-default-port.cjs"`;
const alias = [
  { find: /^#stack\/(.*)\.js$/, replacement: `${root}stack/$1.ts` },
  { find: /^#([a-z-]+)\/(.*)\.js$/, replacement: `${root}libs/$1/src/$2.ts` },
];
/**
 * One more than the cores of CI: files of `stack` wait for servers now and then. The same for both projects, so that
 * their files run beside each other.
 */
const maxWorkers = 3;
/** Of processes and browsers that share two cores: the default, a second, is too short for one answer now and then. */
const expect = { poll: { timeout: 15_000 } };
const plugins = [swc.vite({ module: { type: 'es6' } })];

/**
 * `unit` needs nothing; `stack` runs against the real broker and database that its global setup starts, and so does
 * `browser`, with a Chromium, when they are done.
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
          maxWorkers,
          testTimeout: 30_000,
          include: ['{libs,apps}/*/test/unit/**/*.test.ts', 'test/house/**/*.test.ts', 'stack/test/unit/**/*.test.ts'],
        },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: 'stack',
          include: ['{libs,apps}/*/test/real/**/*.test.ts', 'test/{end-to-end,faults,input}/**/*.test.ts', 'stack/test/real/**/*.test.ts'],
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
          name: 'browser',
          include: ['apps/map/test/browser/**/*.test.ts'],
          globalSetup: ['libs/testing/src/test-infrastructure.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect,
          // Each draws maps by software beside services of its own. After the others, whose times it would spoil.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
