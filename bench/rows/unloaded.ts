import { setTimeout as sleep } from 'node:timers/promises';
import { Requests } from '../load/bodies.js';
import { HttpConnection } from '../load/http-connection.js';
import type { Measurement, Row } from '../measure/measurement.js';
import { p50AndP99 } from '../measure/statistics.js';
import type { ProductContext } from './context.js';
import { FeedClient } from './feed-client.js';

const CALLS = 200;
const BETWEEN_MS = 20;
const FEED_WAIT_SECONDS = 10;

function summarise(latencies: number[]): Measurement {
  const times = p50AndP99(latencies);
  return { value: times.p50Ms, ...times };
}

function requestsOf({ stack, objects }: ProductContext): Requests {
  const { url, token, workspace } = stack;
  return new Requests({ url, token, workspace, objects, connections: 1, elementsPerCall: 1, mode: 'wait' });
}

async function post(connection: HttpConnection, request: string): Promise<void> {
  const { status, body } = await connection.call(request);
  if (status !== 200) throw new Error(`The gateway answered ${status}: ${body.toString('utf8', 0, 300)}`);
}

async function untilOutcome(context: ProductContext): Promise<Measurement> {
  const requests = requestsOf(context);
  const connection = await HttpConnection.open(context.stack.url);
  const latencies: number[] = [];
  try {
    for (let call = 0; call < CALLS; call++) {
      const sentAt = performance.now();
      await post(connection, requests.next());
      latencies.push(performance.now() - sentAt);
      await sleep(BETWEEN_MS);
    }
  } finally {
    connection.close();
  }
  return summarise(latencies);
}

/** The time of one change at a time, with a reader that is already waiting for it. */
async function untilInFeed(context: ProductContext): Promise<Measurement> {
  const requests = requestsOf(context);
  const connection = await HttpConnection.open(context.stack.url);
  const feed = new FeedClient(context.stack);
  const latencies: number[] = [];
  try {
    let { cursor } = await feed.page('latest');
    for (let call = 0; call < CALLS; call++) {
      const page = feed.page(cursor, FEED_WAIT_SECONDS);
      await sleep(BETWEEN_MS);
      const sentAt = performance.now();
      const [seen] = await Promise.all([
        page.then((content) => ({ ...content, at: performance.now() })),
        post(connection, requests.next()),
      ]);
      if (seen.changes.length !== 1) throw new Error(`The feed gave ${seen.changes.length} changes for one update.`);
      latencies.push(seen.at - sentAt);
      cursor = seen.cursor;
    }
  } finally {
    connection.close();
    await feed.close();
  }
  return summarise(latencies);
}

export const unloadedRows: readonly Row<ProductContext>[] = [
  {
    id: 'unloaded',
    what: 'one element, nothing else going on: POST until its outcome, p50',
    unit: 'ms',
    must: 10,
    aim: 5,
    measure: untilOutcome,
  },
  {
    id: 'unloaded-feed',
    what: 'one element, nothing else going on: POST until in a long-polled feed, p50',
    unit: 'ms',
    must: 20,
    aim: 8,
    measure: untilInFeed,
  },
];
