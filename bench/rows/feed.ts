import { loadedRun } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import { CostMeter } from '../measure/process-costs.js';
import type { ProductContext } from './context.js';
import { FeedClient } from './feed-client.js';

/** The minimum number of changes: with fewer, only the cost of the first page would show. */
const ENOUGH = 200_000;

/** One reader reads the feed from the beginning until its end, or until the time is over. */
export const feedRow: Row<ProductContext> = {
  id: 'feed',
  what: 'the feed read from the beginning, one reader',
  unit: 'changes/s',
  must: 20_000,
  aim: 60_000,
  async measure({ stack, seconds, objects }) {
    const there = await stack.projected();
    if (there < ENOUGH) {
      await loadedRun(
        stack,
        { mode: 'async', connections: 16, elementsPerCall: 100, objects, calls: Math.ceil((ENOUGH - there) / 100) },
        { maxLag: 40_000 },
      );
    }
    const total = await stack.inFeed();
    const feed = new FeedClient(stack);
    const meter = new CostMeter(stack.processes);
    const startedAt = performance.now();
    let read = 0;
    let whole = false;
    try {
      for (let cursor = 'earliest'; !whole && performance.now() - startedAt < seconds * 1000;) {
        const page = await feed.page(cursor);
        read += page.changes.length;
        cursor = page.cursor;
        whole = !page.more;
      }
    } finally {
      await feed.close();
    }
    const elapsed = performance.now() - startedAt;
    const costs = meter.end();
    if (whole && read !== total) throw new Error(`The feed gave ${read} changes, but has ${total}.`);
    return {
      value: (read * 1000) / elapsed,
      cpu: Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cost.cpuMicros / Math.max(1, read)])),
      notes: [`${read} of ${total} changes read`],
    };
  },
};
