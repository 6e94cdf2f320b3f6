import { LONG_FILES } from './long-files.js';
import { TURNS } from './turns.js';

/** Seconds on two cores, by LONG_FILES, from which on a file is left to `npm run test:all`. */
const LONG_SECONDS = 20;

/** Files of this length that `npm test` runs nevertheless: ordinary changes break what they test. */
const USUAL_ALL_THE_SAME: ReadonlySet<string> = new Set([
  'apps/directory-service/test/real/directory.test.ts',
  'apps/directory-service/test/real/fields.test.ts',
  'apps/gateway/test/real/answers-as-published.test.ts',
  'apps/gateway/test/real/dead-letters.test.ts',
  'apps/gateway/test/real/map-app.test.ts',
  'apps/projection-service/test/real/feed-filters-and-streams.test.ts',
  'apps/projection-service/test/real/search.test.ts',
  'test/end-to-end/areas.test.ts',
  'test/end-to-end/recorded-docs.test.ts',
  'test/end-to-end/route-matrix.test.ts',
  'test/end-to-end/webhooks.test.ts',
]);

/** Tests without servers, and shorter ones, that take long as well and guard what few changes can break. */
const SELDOM_BROKEN: readonly string[] = [
  'apps/agent/test/real/first-five-minutes.test.ts',
  'apps/agent/test/real/hub-to-queue.test.ts',
  'apps/agent/test/unit/delivery.test.ts',
  'apps/agent/test/unit/durable-queue.test.ts',
  'apps/agent/test/unit/omlox/connection.test.ts',
  'apps/agent/test/unit/omlox/quirks.test.ts',
  'apps/agent/test/unit/sources/files-rotation-races.test.ts',
  'apps/directory-service/test/real/refresh.test.ts',
  'apps/gateway/test/real/load-shedding.test.ts',
  'apps/gateway/test/real/usage.test.ts',
  'apps/object-service/test/unit/simulation/simulation.test.ts',
  'apps/projection-service/test/real/replica.test.ts',
  'apps/projection-service/test/real/restored-feed.test.ts',
  'libs/contracts/test/unit/dto-agreement.test.ts',
  'libs/identity/test/unit/token-fuzz.test.ts',
  'libs/kafka-client/test/unit/changes.test.ts',
  'libs/kafka/test/real/coalescing-producer.test.ts',
  'test/house/new-read.test.ts',
  'test/input/corpus.test.ts',
  'test/input/fuzz.test.ts',
];

/**
 * What `npm test` leaves to `npm run test:all`, which CI runs: tests that kill and starve real processes, whole installations, long files,
 * and the browser but for one walk through the app. Patterns of files.
 */
const RARE_TESTS: readonly string[] = [
  'test/faults/**',
  'stack/test/real/**',
  'test/end-to-end/generated-clients.test.ts',
  'test/end-to-end/moved-workspace.test.ts',
  ...Object.entries(LONG_FILES)
    .filter(([file, seconds]) => seconds >= LONG_SECONDS && !file.includes('/unit/') && !USUAL_ALL_THE_SAME.has(file))
    .map(([file]) => file),
  ...SELDOM_BROKEN,
  'apps/map/test/browser/!(first-run).test.ts',
  'apps/map/test/browser/*/**',
];

/**
 * Patterns of the files that a run leaves out.
 * @param tests WAYMARK_TESTS: `usual` for `npm test`, `all` for `npm run test:all`; any other value leaves nothing out
 * @param turn WAYMARK_TURN, for `all`: the number of the part of TURNS that runs, from 1; left out: all parts
 */
export function leftOut(tests: string | undefined, turn: string | undefined): readonly string[] {
  if (tests === 'usual') return RARE_TESTS;
  if (tests !== 'all' || !turn) return [];
  if (!TURNS[Number(turn) - 1]) throw new Error(`WAYMARK_TURN is ${turn}; it must be a number from 1 to ${TURNS.length}.`);
  return TURNS.filter((_part, at) => at !== Number(turn) - 1).flat();
}
