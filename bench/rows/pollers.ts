import { setTimeout as sleep } from 'node:timers/promises';
import { loadedRun, readingCost } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import { p50AndP99 } from '../measure/statistics.js';
import type { ProductContext } from './context.js';
import { FeedPoller } from './feed-poller.js';

const POLLERS = 1000;
const EVERY_MS = 5000;
const ELEMENTS_PER_SECOND = 100;

/** Clients that poll the whole feed of a workspace regularly, each from its own cursor. */
export const pollersRow: Row<ProductContext> = {
  id: 'pollers',
  what: `${POLLERS} pollers of the feed, each every ${EVERY_MS / 1000} s, while ${ELEMENTS_PER_SECOND} elements/s come in: a page, p99`,
  unit: 'ms',
  must: 200,
  async measure({ stack, seconds, objects }) {
    const shape = {
      mode: 'async',
      connections: 4,
      elementsPerCall: 10,
      objects,
      elementsPerSecond: ELEMENTS_PER_SECOND,
      durationMs: (Math.max(10, seconds) + EVERY_MS / 1000) * 1000,
    } as const;
    const alone = await loadedRun(stack, shape);
    const pollers = Array.from({ length: POLLERS }, () => new FeedPoller(stack));
    let ended = false;
    const poll = async (poller: FeedPoller, index: number): Promise<void> => {
      await sleep((index * EVERY_MS) / POLLERS);
      for (let dueAt = performance.now(); !ended; dueAt += EVERY_MS) {
        await poller.poll();
        await sleep(Math.max(0, dueAt + EVERY_MS - performance.now()));
      }
    };
    const polling = Promise.all(pollers.map(poll));
    const withPollers = await loadedRun(stack, shape);
    ended = true;
    await polling;
    for (const poller of pollers) poller.close();
    // The first page of each poller starts at the end of the feed and has no changes.
    const latencies = pollers.flatMap((poller) => poller.latencies.slice(1));
    const times = p50AndP99(latencies);
    const changes = pollers.reduce((sum, poller) => sum + poller.changes, 0);
    return {
      value: times.p99Ms,
      ...times,
      cpu: withPollers.measurement.cpu,
      memory: withPollers.measurement.memory,
      notes: [
        `${latencies.length} pages with ${changes.toLocaleString('en')} changes`,
        readingCost(alone, withPollers, 'pollers'),
        ...new Set(pollers.flatMap(({ unexpected }) => unexpected)),
      ],
    };
  },
};
