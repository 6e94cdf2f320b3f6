import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import type { TestSpace } from '#testing/test-space.js';
import { SmallDisk } from '../../../../test/faults/world/small-disk.js';
import { type AgentOrder, elementOf } from './agent-order.js';
import { timesOf } from './history-of.js';
import { RunningQueue } from './running-queue.js';

const DISK_MIB = 24;
const canMount = await SmallDisk.possible();
let space: TestSpace;
let stack: RunningStack;
let proxy: TcpProxy;

beforeAll(async () => {
  ({ space, stack } = await sharedStack('agent-disk'));
  proxy = await TcpProxy.start(new URL(stack.url).host);
});
afterAll(async () => {
  await proxy?.close();
  giveBack();
});

it.skipIf(!canMount)(
  'a full disk: sources wait, the agent reports it, stays alive and continues when there is room; nothing is lost or sent twice',
  { timeout: 120_000 },
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'waymark-agent-disk-'));
    const disk = await SmallDisk.mount(join(parent, 'queue'), DISK_MIB);
    const order: AgentOrder = {
      folder: join(parent, 'queue'),
      maxBytes: 1024 ** 3,
      url: `http://${proxy.address}`,
      workspace: 'yard',
      token: await space.token({ workspaces: ['yard'] }),
      total: 24_000,
      batch: 20,
      objects: 4,
      everyMs: 10,
      firstAt: Date.now() - 3_600_000,
      deliver: true,
      livePerSecond: 0,
    };
    const agent = new RunningQueue(order, ([file, ...args]) => {
      const command = disk.wrap({
        name: 'agent',
        file: file!,
        args,
        environment: {},
        logFile: '',
        stopSignal: 'SIGTERM',
        stopTimeoutMs: 0,
        readyTimeoutMs: 0,
        isReady: () => Promise.resolve(true),
      });
      return [command.file, ...command.args];
    });
    try {
      await expect.poll(() => agent.last?.place ?? 0, { timeout: 60_000 }).toBeGreaterThan(200);
      // Otherwise, sent elements would free room for new ones, and a fast agent would finish too soon.
      proxy.freeze();
      await disk.fill();
      await expect.poll(() => agent.last?.queueState, { timeout: 30_000, message: agent.errors }).toBe('no-disk');
      const { place } = agent.last!;
      const reports = agent.reports.length;
      await expect.poll(() => agent.reports.length, { timeout: 30_000 }).toBeGreaterThan(reports + 4);
      expect([agent.last!.queueState, agent.last!.place - place]).toEqual(['no-disk', 0]);
      await disk.free();
      proxy.thaw();
      await expect.poll(() => agent.last?.done, { timeout: 60_000, message: agent.errors }).toBe(true);
      expect(agent.last!.queueState).toBe('fine');
      for (let object = 0; object < order.objects; object++) {
        const due: string[] = [];
        for (let at = object; at < order.total; at += order.objects) due.push(elementOf(order, at).observedAt);
        await expect
          .poll(() => timesOf(stack.url, order.token, 'yard', elementOf(order, object).externalId), { timeout: 30_000, interval: 200 })
          .toEqual(due);
      }
    } finally {
      await agent.kill();
      await disk.close();
      await rm(parent, { recursive: true, force: true });
    }
  },
);
