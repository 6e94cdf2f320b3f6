import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { figure } from './figure.js';
import { askDirectory, makeWorkspace, post, startGateways, sum, type Tally, untilKnown, usageOf } from './limited-workspaces.js';
import { at, type WriteClient, writeClient } from './write-client.js';

let space: TestSpace;
let directory: RunningService;
let objects: RunningService;
let gateways: RunningService[];

beforeAll(async () => {
  space = await createTestSpace('rates', { directory: 'real' });
  [directory, objects] = await Promise.all([
    startService('directory-service', space.environment('directory-service')),
    startService('object-service', space.environment('object-service')),
  ]);
  gateways = await startGateways(space, 2);
});
afterAll(async () => {
  await Promise.all([...(gateways ?? []), objects, directory].map((service) => service?.stop()));
  await space?.close();
});

async function prepare(id: string, limits: Parameters<typeof makeWorkspace>[2]): Promise<string> {
  const token = await makeWorkspace(space, id, limits);
  await Promise.all(gateways.map(({ url }) => untilKnown(writeClient(url, token, id))));
  return token;
}

const forSeconds = (seconds: number) => {
  const until = performance.now() + seconds * 1000;
  return (): boolean => performance.now() < until;
};

// Concurrent, because each test has its own workspace and mostly waits.
describe.concurrent('rates over two gateways', () => {
  it('match the plan, although most calls go to one of them', async () => {
    const token = await prepare('rated', { callsPerSecond: 40, burstSeconds: 1 });
    const [one, two] = gateways.map(({ url }) => url) as [string, string];
    // Enough clients to exceed the rate even if each answer takes long.
    const postFor = (some: number): Promise<Tally[]> =>
      Promise.all([
        post(two, token, 'rated', forSeconds(some), 50),
        ...Array.from({ length: 6 }, () => post(one, token, 'rated', forSeconds(some), 25)),
      ]);
    // First uses up the bucket and lets the shares settle.
    await postFor(4);
    const seconds = 10;
    const tallies = await postFor(seconds);
    const rate = sum(tallies, 'accepted') / seconds;
    const demand = rate + sum(tallies, 'refused') / seconds;
    process.stdout.write(
      `calls a second let in of 40: ${rate}, asked for: ` +
        `${demand}, by client: ` +
        `${tallies.map(({ accepted, refused }) => `${accepted}+${refused}`).join(' ')}\n`,
    );
    expect(sum(tallies, 'failed')).toBe(0);
    // On a busy machine, the clients send fewer calls.
    expect(rate).toBeGreaterThan(Math.min(40, demand) * 0.85);
    expect(rate).toBeLessThan(40 * 1.15);
    const [atTwo, ...atOne] = tallies;
    expect(sum(atOne, 'accepted')).toBeGreaterThan(2 * atTwo!.accepted);
  });

  it('refuse a call with too many elements as a whole, leave its Idempotency-Key free, and count nothing', async ({ expect }) => {
    const token = await prepare('whole', {
      elementsPerSecond: 2,
      burstSeconds: 10,
      elementsPerCall: 500,
      bodyBytes: 4096,
      callsPerMonth: 1000,
    });
    const client = writeClient(gateways[0]!.url, token, 'whole');
    const elements = (count: number) => Array.from({ length: count }, (_each, index) => at(`whole-${index}`));
    // Slow enough that no answer takes as long as the refill of 19 elements. As large as the burst, so it is admitted as soon as this
    // gateway's share is full, which may just have grown.
    await expect.poll(async () => (await client({ body: elements(20) })).status, { timeout: 40_000, interval: 500 }).toBe(200);
    const headers = { 'idempotency-key': 'again' };
    const refused = await client({ headers, body: elements(19) });
    expect(refused).toMatchObject({
      status: 429,
      json: { type: 'urn:waymark:problem:rate-limited', limit: 'elements-per-second', quota: 20, windowSeconds: 10, applied: 0 },
    });
    expect(refused.headers['ratelimit']).toMatch(/"elements-per-second";r=\d+;t=\d+/);
    expect(refused.headers['ratelimit-policy']).toMatch(/"elements-per-second";q=20;qu="elements";w=10/);
    await sleep(Number(refused.headers['retry-after']) * 1000 + 500);
    // Another body under the same key: the refused call has not claimed it.
    expect((await client({ headers, body: elements(5) })).status).toBe(200);
    expect(await client({ body: elements(21) })).toMatchObject({ status: 422, json: { largest: 20 } });
    expect(await client({ body: elements(60) })).toMatchObject({ status: 413, json: { limit: 'bodyBytes', largest: 4096 } });
    await sleep(1500);
    await expect.poll(() => usageOf(space, 'whole')).toMatchObject({ calls: { used: 2 }, elements: 25 });
  });

  it('let the backlog lane wait, and the others never', async () => {
    const token = await prepare('lanes', { callsPerSecond: 20, burstSeconds: 1 });
    const client = writeClient(gateways[0]!.url, token, 'lanes');
    // Measures how busy the machine is: these calls wait for no limit.
    const free = writeClient(gateways[0]!.url, await prepare('nolanes', {}), 'nolanes');
    await sleep(1000);
    const backlog = Array.from({ length: 30 }, async (_each, index) => {
      const begun = performance.now();
      const { status } = await client({ headers: { priority: 'u=7', prefer: 'respond-async' }, body: [at(`late-${index}`)] });
      return { status, ms: performance.now() - begun };
    });
    const live: { status: number; ms: number }[] = [];
    const unlimited: { ms: number }[] = [];
    for (let index = 0; index < 20; index += 1) {
      const timed = async (by: WriteClient): Promise<{ status: number; ms: number }> => {
        const begun = performance.now();
        const { status } = await by({ headers: { prefer: 'respond-async' }, body: [at(`live-${index}`)] });
        return { status, ms: performance.now() - begun };
      };
      const [limitedCall, other] = await Promise.all([timed(client), timed(free)]);
      live.push(limitedCall);
      unlimited.push(other);
      await sleep(150);
    }
    const flushed = await Promise.all(backlog);
    const slowest = (all: readonly { ms: number }[]): number => Math.round(Math.max(...all.map(({ ms }) => ms)));
    process.stdout.write(
      `backlog: ${flushed.filter(({ status }) => status === 202).length} of 30 let in, the last after ` +
        `${slowest(flushed)} ms; live calls: slowest ${slowest(live)} ms\n`,
    );
    expect(new Set(live.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(flushed.map(({ status }) => status))).toEqual(new Set([202]));
    expect(slowest(live)).toBeLessThan(1000 + slowest(unlimited));
    expect(slowest(flushed)).toBeGreaterThan(1000);
  });
});

/** Longer than a gateway counts as running without a report. */
const AWAY_SECONDS = 7;

describe('a directory that is away', () => {
  it('cost unlimited workspaces nothing, and limited ones only beyond their lease', async () => {
    const [limited, small, free] = [
      await prepare('leased', { callsPerMonth: 100_000 }),
      await prepare('scarce', { callsPerMonth: 60 }),
      await prepare('unbounded', {}),
    ];
    const { url } = gateways[0]!;
    // Creates a lease that fits the traffic.
    await Promise.all([post(url, limited, 'leased', forSeconds(3), 20), post(url, small, 'scarce', ({ accepted }) => accepted < 5)]);
    const lease = await figure(url, 'waymark_quota_leased_calls');
    await directory.stop();
    const [onLease, beyond, none] = await Promise.all([
      post(url, limited, 'leased', forSeconds(AWAY_SECONDS), 20),
      post(url, small, 'scarce', forSeconds(AWAY_SECONDS), 100),
      post(url, free, 'unbounded', forSeconds(AWAY_SECONDS), 20),
    ]);
    process.stdout.write(
      `directory away for ${AWAY_SECONDS} s: leased ${lease} calls; let in ${onLease.accepted} on a lease, ` +
        `${beyond.accepted} and ${beyond.failed} times 503 with a small one, ${none.accepted} without a ` +
        `limit\n`,
    );
    expect([onLease.failed + onLease.refused, none.failed + none.refused]).toEqual([0, 0]);
    expect(beyond.failed).toBeGreaterThan(0);
    expect(beyond.last).toMatchObject({ status: 503, json: { type: 'urn:waymark:problem:quota-unavailable' } });
    await directory.restart();
    await sleep(2500);
    await expect.poll(async () => (await usageOf(space, 'leased')).calls).toMatchObject({ unaccounted: 0 });
    const rest = await post(url, small, 'scarce', ({ refused }) => refused < 3);
    expect(5 + beyond.accepted + rest.accepted).toBe(60);
    expect((await askDirectory(space, 'GET', '/operator/usage')) as object).toMatchObject({ next: null });
  });
});
