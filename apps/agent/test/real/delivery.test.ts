import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLogger } from '#telemetry/logger.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { Delivery } from '../../src/delivery/delivery.js';
import { DurableQueue } from '../../src/queue/durable-queue.js';
import { type AgentOrder, elementOf } from './agent-order.js';
import { timesOf } from './history-of.js';
import { RunningQueue } from './running-queue.js';

const WORKSPACE = 'yard';
const silent = createLogger({ service: 'agent', instance: 'test', level: 'silent' });
let space: TestSpace;
let stack: RunningStack;
let token: string;
let folder: string;

beforeAll(async () => {
  space = await createTestSpace('agent-delivery', { workspaces: [WORKSPACE] });
  stack = await startStack(space);
  token = await space.token({ workspaces: [WORKSPACE] });
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-agent-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Every element of the order is in the history exactly once, with its own time. */
async function expectOnce(order: Pick<AgentOrder, 'total' | 'objects' | 'firstAt' | 'everyMs'>): Promise<void> {
  for (let object = 0; object < order.objects; object++) {
    const due: string[] = [];
    for (let at = object; at < order.total; at += order.objects) due.push(elementOf(order, at).observedAt);
    await expect
      .poll(() => timesOf(stack.url, token, WORKSPACE, elementOf(order, object).externalId), { timeout: 30_000, interval: 200 })
      .toEqual(due);
  }
}

function open(): DurableQueue {
  return DurableQueue.open({
    config: { folder, maxBytes: 256 * 2 ** 20, whenFull: 'wait', keepRefusedDays: 1 },
    log: silent,
    onFatal: () => undefined,
  });
}

const orderFor = (objects: number, total: number, prefixMs: number): AgentOrder => ({
  folder,
  maxBytes: 256 * 2 ** 20,
  url: stack.url,
  workspace: WORKSPACE,
  token,
  total,
  batch: 5,
  objects,
  everyMs: 20,
  firstAt: Date.now() - prefixMs,
  deliver: true,
  livePerSecond: 0,
});

it(
  'every queued element arrives in the history once, with its own time, through kill -9 of the agent at random moments',
  { timeout: 180_000 },
  async () => {
    const order = orderFor(7, 6_000, 3_600_000);
    const random = new Random(20261123);
    let killed = 0;
    for (let ended = false; !ended;) {
      const agent = new RunningQueue(order);
      const end = agent.exited.then((code) => code === 0);
      if (killed < 10) {
        // It starts in half a second on a fast machine, so some processes are killed during startup and some with calls in flight.
        const dies = sleep(random.integer(200, 1500)).then(() => false);
        const before = agent.reports.length;
        ended = await Promise.race([
          end,
          dies.then(async () => {
            if (killed % 2 === 1) await expect.poll(() => agent.reports.length, { timeout: 30_000 }).toBeGreaterThan(before);
            return false;
          }),
        ]);
        if (!ended) {
          await agent.kill();
          killed += 1;
        }
      } else {
        expect(await end, agent.errors).toBe(true);
        ended = true;
      }
    }
    expect(killed).toBeGreaterThanOrEqual(1);
    await expectOnce(order);
  },
);

it(
  'continues through kill -9 of the gateway and of the object service, and through a token that is revoked and restored',
  { timeout: 180_000 },
  async () => {
    const order = { ...orderFor(5, 4_000, 7_200_000), firstAt: Date.now() - 7_200_000 };
    const queue = open();
    let given = token;
    const delivery = new Delivery({
      queue,
      gateway: { url: stack.url, workspace: WORKSPACE, token: () => given, maxElements: 100 },
      log: silent,
      metrics: { called: () => undefined, arrived: () => undefined },
    });
    const put = async (from: number, to: number): Promise<void> => {
      for (let at = from; at < to; at += 50)
        await queue.put({
          source: 'hub',
          elements: Array.from({ length: 50 }, (_, index) => elementOf({ ...order, objects: 5 }, at + index)).map((element) => ({
            ...element,
            externalId: `${element.externalId}-again`,
          })),
          quarantined: [],
        });
    };
    delivery.start();
    try {
      await put(0, 1000);
      await stack.gateways[0]!.restart('SIGKILL');
      await put(1000, 2000);
      await stack.objectServices[0]!.restart('SIGKILL');
      given = await space.token({ workspaces: [WORKSPACE], expiresInSeconds: -60 });
      await stack.gateways[0]!.restart('SIGKILL');
      await put(2000, 3000);
      // The old token is used until it is refused; a restarted agent reads the new one at once.
      await delivery.stop();
      const second = new Delivery({
        queue,
        gateway: { url: stack.url, workspace: WORKSPACE, token: () => given, maxElements: 100 },
        log: silent,
        metrics: { called: () => undefined, arrived: () => undefined },
      });
      second.start();
      try {
        await expect.poll(() => second.status().state, { timeout: 30_000 }).toBe('refused');
        await put(3000, 4000);
        expect(queue.status().waiting).toBeGreaterThan(0);
        given = token;
        await expect.poll(() => queue.status().waiting, { timeout: 60_000 }).toBe(0);
      } finally {
        await second.stop();
      }
      expect(queue.refused(5)).toEqual([]);
      for (let object = 0; object < 5; object++) {
        const due: string[] = [];
        for (let at = object; at < 4000; at += 5) due.push(elementOf(order, at).observedAt);
        await expect
          .poll(() => timesOf(stack.url, token, WORKSPACE, `omlox:yard:tag-${object}-again`), { timeout: 30_000, interval: 200 })
          .toEqual(due);
      }
    } finally {
      await delivery.stop();
      queue.close();
    }
  },
);

it('stores refused elements with the reason of the gateway, and sends the rest', async () => {
  const queue = open();
  const delivery = new Delivery({
    queue,
    gateway: { url: stack.url, workspace: WORKSPACE, token: () => token, maxElements: 1000 },
    log: silent,
    metrics: { called: () => undefined, arrived: () => undefined },
  });
  const good = elementOf({ firstAt: Date.now() - 1000, everyMs: 1, objects: 1 }, 0);
  const future = { ...good, externalId: 'from-the-future', observedAt: new Date(Date.now() + 3_600_000).toISOString() };
  const nowhere = {
    externalId: 'without-position',
    observedAt: good.observedAt,
    fieldValues: [{ type: 'Number' as const, field: 'battery', value: 3 }],
  };
  const wrong = { ...good, externalId: 'beyond-the-pole', locationUpdate: { newPosition: { lat: 91, lon: 0 } } };
  await queue.put({ source: 'hub', elements: [future, { ...good, externalId: 'good-one' }, nowhere, wrong], quarantined: [] });
  delivery.start();
  try {
    await expect.poll(() => queue.status().waiting, { timeout: 30_000 }).toBe(0);
    expect(
      Object.fromEntries(
        queue.refused(10).map(({ code, pointer, body }) => [(JSON.parse(body) as { externalId: string }).externalId, [code, pointer]]),
      ),
    ).toEqual({
      'from-the-future': ['observed-in-future', '/observedAt'],
      'without-position': ['first-update-needs-location', null],
      'beyond-the-pole': ['invalid', '/locationUpdate/newPosition/lat'],
    });
    await expect.poll(() => timesOf(stack.url, token, WORKSPACE, 'good-one'), { timeout: 30_000 }).toEqual([good.observedAt]);
  } finally {
    await delivery.stop();
    queue.close();
  }
});
