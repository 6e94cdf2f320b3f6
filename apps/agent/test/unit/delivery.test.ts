import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GatewayConfig } from '../../src/configuration/agent-config.js';
import { Delivery } from '../../src/delivery/delivery.js';
import type { DurableQueue } from '../../src/queue/durable-queue.js';
import { AgentFolder, element, elements, handover, silent } from './agent-folder.js';
import { FakeGateway, type PostedCall, problem } from './fake-gateway.js';

let folder: AgentFolder;
let gateway: FakeGateway;
let queue: DurableQueue;
let deliveries: Delivery[];
let token: string;

beforeEach(async () => {
  folder = new AgentFolder();
  gateway = await FakeGateway.start();
  queue = folder.open();
  deliveries = [];
  token = 'good';
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(deliveries.map((delivery) => delivery.stop()));
  await gateway.close();
  folder.remove();
});

function start(config: Partial<GatewayConfig> = {}, from = queue): Delivery {
  const delivery = new Delivery({
    queue: from,
    gateway: { url: config.url ?? gateway.url, workspace: 'yard', token: () => token, maxElements: config.maxElements ?? 1000 },
    log: silent,
    metrics: { called: () => undefined, arrived: () => undefined },
  });
  deliveries.push(delivery);
  delivery.start();
  return delivery;
}
const empty = (from = queue) => expect.poll(() => from.status().waiting, { timeout: 20_000 }).toBe(0);
const reopen = (): void => {
  queue.close();
  queue = folder.open();
};
const total = (name: string): number =>
  queue
    .counters()
    .filter((row) => row.name === name)
    .reduce((sum, { value }) => sum + value, 0);
const some = (count: number): string[] => elements(count).map(({ externalId }) => externalId);

describe('calls', () => {
  it('deliver each element once, in order, compressed when they are large', async () => {
    await queue.put(handover(...elements(250)));
    start({ maxElements: 100 });
    await empty();
    expect(gateway.applied).toEqual(some(250));
    expect(gateway.calls[0]!.headers).toMatchObject({
      authorization: 'Bearer good',
      'content-encoding': 'gzip',
      'content-type': 'application/json',
    });
    expect(gateway.calls[0]!.elements[0]).toEqual(element('e0'));
    expect([total('sent'), gateway.callKeys.length]).toEqual([250, 3]);
  });

  it('keep versions of one object in their order', async () => {
    await queue.put(handover(element('a', 1), element('b', 1), element('a', 2), element('a', 3)));
    start();
    await empty();
    expect(
      gateway.calls.flatMap(({ elements }) => elements.filter(({ externalId }) => externalId === 'a').map(({ observedAt }) => observedAt)),
    ).toEqual([element('a', 1), element('a', 2), element('a', 3)].map(({ observedAt }) => observedAt));
  });

  it('have the same key again when no answer came, even after a restart', async () => {
    await queue.put(handover(...elements(3)));
    gateway.answer = (call, times) => {
      if (times === 1) gateway.apply(call);
      return times < 3 ? { status: 0, cut: true } : undefined;
    };
    const first = start();
    await expect.poll(() => gateway.calls.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await first.stop();
    reopen();
    start();
    await empty();
    expect(gateway.callKeys).toHaveLength(1);
    expect(gateway.applied).toEqual(some(3));
  });
});

describe('lanes', () => {
  it('send new elements at once, and old ones oldest first with Priority u=7', async () => {
    for (let batch = 0; batch < 5; batch++) await queue.put(handover(...elements(100, `old${batch}-`)));
    reopen();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    gateway.answer = async ({ priority }) => {
      if (priority === 'u=7') await held;
      return undefined;
    };
    start({ maxElements: 100 });
    await expect.poll(() => gateway.calls.length).toBe(1);
    await queue.put(handover(element('new')));
    // The backlog's call has not been answered yet, but the new element has arrived.
    await expect.poll(() => gateway.applied).toEqual(['new']);
    release();
    await empty();
    const backlog = gateway.calls.filter(({ priority }) => priority === 'u=7');
    expect(backlog.flatMap(({ elements }) => elements.map(({ externalId }) => externalId))).toEqual(
      Array.from({ length: 5 }, (_, batch) => elements(100, `old${batch}-`).map(({ externalId }) => externalId)).flat(),
    );
    expect(gateway.calls.find(({ elements }) => elements[0]!.externalId === 'new')!.priority).toBeUndefined();
  });

  it('repeat an update that arrived before the first update of its object, which was still waiting', async () => {
    await queue.put(handover(element('late', 1)));
    reopen();
    let acceptOldSocket = false;
    gateway.answer = ({ priority, elements, key }) => {
      if (priority === 'u=7' && !acceptOldSocket) return { status: 503, headers: { 'retry-after': '0' }, body: {} };
      if (elements.some(({ externalId }) => externalId === 'late') && !gateway.applied.includes('late') && priority !== 'u=7') {
        return {
          status: 422,
          body: {
            operationId: key,
            results: [
              { index: 0, externalId: 'late', status: 'rejected', error: { code: 'first-update-needs-location', detail: 'It does.' } },
            ],
          },
        };
      }
      return undefined;
    };
    start();
    await expect.poll(() => gateway.calls.length).toBeGreaterThan(0);
    await queue.put(
      handover(element('late', 2, { locationUpdate: undefined, fieldValues: [{ type: 'Number', field: 'battery', value: 1 }] })),
    );
    await expect.poll(() => gateway.calls.some(({ priority }) => priority === undefined), { timeout: 10_000 }).toBe(true);
    acceptOldSocket = true;
    await empty();
    expect([gateway.applied, total('refused')]).toEqual([['late', 'late'], 0]);
  });
});

describe('outcomes', () => {
  it('of 207 store refused elements with code, detail and pointer into the element', async () => {
    await queue.put(handover(...elements(3)));
    gateway.answer = (call) => {
      const { body, ...rest } = gateway.apply(call);
      const answer = body as { results: object[] };
      answer.results[1] = {
        index: 1,
        externalId: 'e1',
        status: 'rejected',
        error: { code: 'invalid', detail: 'lat must be at most 90.', pointer: '/1/locationUpdate/newPosition/lat' },
      };
      return { ...rest, status: 207, body: answer };
    };
    start();
    await empty();
    expect(queue.refused(10)).toMatchObject([
      { code: 'invalid', detail: 'lat must be at most 90.', pointer: '/locationUpdate/newPosition/lat', source: 'hub' },
    ]);
    expect(JSON.parse(queue.refused(1)[0]!.body)).toEqual(element('e1', 1));
    expect([total('sent'), total('refused')]).toEqual([2, 1]);
  });

  it('of 202 are queried until they are known', async () => {
    await queue.put(handover(...elements(2)));
    let requests = 0;
    gateway.answer = () => ({ status: 202, headers: { location: '/groups/yard/operations/op1' }, body: { status: 'pending' } });
    gateway.lookUp = (path) => {
      requests += 1;
      expect(path).toBe('/groups/yard/operations/op1');
      return requests === 1
        ? { status: 200, headers: { 'retry-after': '1' }, body: { status: 'pending' } }
        : {
            status: 200,
            body: {
              status: 'complete',
              results: [
                { index: 0, status: 'updated' },
                { index: 1, externalId: 'e1', status: 'rejected', error: { code: 'legal-hold', detail: 'Held.' } },
              ],
            },
          };
    };
    start();
    await empty();
    expect([requests, total('sent'), queue.refused(5)[0]!.code, gateway.calls.length]).toEqual([2, 1, 'legal-hold', 1]);
  });

  it('of a call refused as a whole are found by halving it: one bad element does not block the others', async () => {
    await queue.put(handover(...elements(40)));
    gateway.answer = ({ elements }) =>
      elements.some(({ externalId }) => externalId === 'e17')
        ? problem(422, 'invalid', { errors: [{ pointer: '/0/x', detail: 'no' }] })
        : undefined;
    start();
    await empty();
    expect(gateway.applied.toSorted()).toEqual(
      some(40)
        .filter((id) => id !== 'e17')
        .toSorted(),
    );
    expect(queue.refused(5)).toMatchObject([{ code: 'invalid', pointer: '/x' }]);
  });

  it('of 413 lead to smaller calls, which stay small', async () => {
    await queue.put(handover(...elements(64)));
    gateway.answer = ({ elements }) => (elements.length > 10 ? problem(413, 'body-too-large') : undefined);
    start();
    await empty();
    const before = gateway.calls.length;
    await queue.put(handover(...elements(16, 'later')));
    await empty();
    expect(gateway.applied).toHaveLength(80);
    expect(gateway.calls.slice(before).every(({ elements }) => elements.length <= 10)).toBe(true);
    expect(total('refused')).toBe(0);
  });

  it('of a plan with fewer elements per call follow its limit', async () => {
    await queue.put(handover(...elements(50)));
    gateway.answer = ({ elements }) => (elements.length > 20 ? problem(422, 'invalid', { largest: 20 }) : undefined);
    start();
    await empty();
    expect(gateway.calls.map(({ elements }) => elements.length).slice(0, 2)).toEqual([50, 20]);
    expect([gateway.applied.length, total('refused')]).toEqual([50, 0]);
  });

  it('are reported for an element that is too large on its own', async () => {
    await queue.put(handover(element('huge'), element('small')));
    gateway.answer = ({ elements }) =>
      elements.some(({ externalId }) => externalId === 'huge') ? problem(413, 'body-too-large') : undefined;
    start();
    await empty();
    expect([gateway.applied, queue.refused(2)[0]!.code]).toEqual([['small'], 'body-too-large']);
  });

  it('of a key that belongs to another call get a new key', async () => {
    await queue.put(handover(...elements(2)));
    let first: string | undefined;
    gateway.answer = ({ key }) => ((first ??= key) === key ? problem(422, 'idempotency-key-reused') : undefined);
    start();
    await empty();
    expect([gateway.applied, gateway.callKeys.length]).toEqual([some(2), 2]);
  });
});

describe('a gateway that refuses everything', () => {
  it.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [403, 'workspace-suspended'],
    [404, 'not-found'],
  ])('with %i %s keeps everything waiting, reports it, and continues on its own', async (status, type) => {
    await queue.put(handover(...elements(5)));
    let open = false;
    gateway.answer = () => (open ? undefined : problem(status, type));
    const delivery = start();
    await expect.poll(() => delivery.status().state).toBe('refused');
    expect(delivery.status().detail).toContain(String(status));
    await queue.put(handover(element('more')));
    expect([queue.status().waiting, total('refused')]).toEqual([6, 0]);
    open = true;
    await empty();
    expect([gateway.applied.toSorted(), delivery.status().state]).toEqual([[...some(5), 'more'].toSorted(), 'up']);
  });

  it('gets another token as soon as there is one', async () => {
    await queue.put(handover(...elements(2)));
    gateway.answer = ({ headers }) => (headers.authorization === 'Bearer new' ? undefined : problem(401, 'unauthenticated'));
    const delivery = start();
    await expect.poll(() => gateway.calls.length, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(delivery.status().state).toBe('refused');
    token = 'new';
    await empty();
    expect(gateway.applied).toEqual(some(2));
  });
});

describe('a busy gateway', () => {
  it.each([
    [429, 'rate-limited'],
    [503, 'overloaded'],
  ])('is left alone for as long as Retry-After says (%i)', async (status, type) => {
    await queue.put(handover(...elements(2)));
    let refusedAt: number | undefined;
    let again: number | undefined;
    gateway.answer = () => {
      if (refusedAt === undefined) {
        refusedAt = performance.now();
        return problem(status, type, {}, { 'retry-after': '2' });
      }
      again ??= performance.now();
      return undefined;
    };
    const delivery = start();
    await expect.poll(() => delivery.status().pausedMs.live).toBeGreaterThan(1000);
    await empty();
    expect(again! - refusedAt!).toBeGreaterThan(1950);
    expect([gateway.applied, gateway.callKeys.length]).toEqual([some(2), 1]);
  });

  it('receives no more calls than RateLimit allows: 429 never occurs', async () => {
    // Ten calls in two seconds.
    let [tokens, at] = [10, performance.now()];
    let refused = 0;
    gateway.answer = (call) => {
      tokens = Math.min(10, tokens + ((performance.now() - at) / 1000) * 5);
      at = performance.now();
      const headers = {
        'ratelimit-policy': '"calls-per-second";q=10;w=2',
        ratelimit: `"calls-per-second";r=${Math.floor(Math.max(0, tokens - 1))};t=1`,
      };
      if (tokens < 1) {
        refused += 1;
        return problem(429, 'rate-limited', {}, { ...headers, 'retry-after': '1' });
      }
      tokens -= 1;
      return { ...gateway.apply(call), headers };
    };
    for (let batch = 0; batch < 12; batch++) await queue.put(handover(...elements(10, `b${batch}-`)));
    reopen();
    start({ maxElements: 10 });
    await empty();
    expect([gateway.applied.length, refused]).toEqual([120, 0]);
  });

  it('with an internal fault is retried with growing pauses', async () => {
    await queue.put(handover(...elements(2)));
    gateway.answer = (_call, times) => (times < 4 ? { status: 500, body: 'oops' } : undefined);
    start();
    await empty();
    expect([gateway.applied, gateway.callKeys.length, gateway.calls.length]).toEqual([some(2), 1, 4]);
  });

  it('is not confused with an intermediary that answers in its place', async () => {
    await queue.put(handover(...elements(2)));
    const portal = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Please sign in</html>' };
    gateway.answer = (_call, times) => (times === 1 ? portal : times === 2 ? { status: 400, body: '<html>bad</html>' } : undefined);
    start();
    await empty();
    expect([gateway.applied, total('refused')]).toEqual([some(2), 0]);
  });
});

describe('the line', () => {
  it('down: everything is kept, and sent once when it is up again', async () => {
    const { url } = gateway;
    await gateway.close();
    await queue.put(handover(...elements(5)));
    const delivery = start({ url });
    await expect.poll(() => delivery.status().state, { timeout: 20_000 }).toBe('down');
    expect(queue.status().waiting).toBe(5);
    gateway = await FakeGateway.start();
    await delivery.stop();
    start();
    await empty();
    expect(gateway.applied).toEqual(some(5));
  });
});

describe('clocks', () => {
  it('that jump neither stop sending nor change times of observation', async () => {
    let calls: PostedCall[] = [];
    gateway.answer = (call) => {
      calls = [...calls, call];
      return undefined;
    };
    start();
    const real = Date.now;
    try {
      for (const jump of [0, 3_600_000, -7_200_000, 86_400_000 * 400]) {
        Date.now = () => real() + jump;
        await queue.put(handover(element(`at${jump}`, 5)));
        await empty();
      }
    } finally {
      Date.now = real;
    }
    // New elements stay live throughout.
    expect(calls.map(({ priority, elements }) => [elements[0]!.externalId, elements[0]!.observedAt, priority])).toEqual(
      [0, 3_600_000, -7_200_000, 86_400_000 * 400].map((jump) => [`at${jump}`, element('x', 5).observedAt, undefined]),
    );
  });

  it("that differ are detected by the gateway's Date", async () => {
    await queue.put(handover(element('a')));
    gateway.answer = (call) => ({ ...gateway.apply(call), headers: { date: new Date(Date.now() + 600_000).toUTCString() } });
    const delivery = start();
    await empty();
    expect(Math.round(delivery.status().clockBehindMs / 10_000)).toBe(60);
  });
});

it('stops while calls have no answer, and leaves them for the next start', async () => {
  await queue.put(handover(...elements(3)));
  let arrived = (): void => undefined;
  const posted = new Promise<void>((resolve) => (arrived = resolve));
  let hang = true;
  gateway.answer = async (call) => {
    if (!hang) return undefined;
    gateway.apply(call);
    arrived();
    await sleep(60_000, undefined, { ref: false });
    return undefined;
  };
  const delivery = start();
  await posted;
  await delivery.stop();
  hang = false;
  reopen();
  expect(queue.openCalls()).toHaveLength(1);
  start();
  await empty();
  expect([gateway.applied, gateway.callKeys.length]).toEqual([some(3), 1]);
});
