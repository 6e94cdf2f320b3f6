import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStack } from '#testing/running-stack.js';
import type { AgentOrder } from '../../apps/agent/test/real/agent-order.js';
import { RunningQueue } from '../../apps/agent/test/real/running-queue.js';
import { startBenchServers } from '../../bench/bench-stack.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIVE_PER_SECOND = 50;
const LONGEST_MS = 30 * 60_000;
const LOOK_EVERY_MS = 250;

/** The goals of issue 8. */
const GOALS = { perSecond: 5_000, liveMs: 2_000, residentMiB: 200 };

/**
 * Simulates that the connection to the gateway was down for a day: `positions` positions are queued on disk, then sent to a
 * real gateway while live ones come in. Reports the disk space per position, the positions sent per second, the delay of
 * live ones and the memory of the agent's process. @returns whether all goals were reached
 */
export async function agentDay(positions: number): Promise<boolean> {
  const servers = await startBenchServers();
  const folder = await mkdtemp(join(tmpdir(), 'waymark-agent-day-'));
  const stack = await startStack(servers.space).catch(async (error: unknown) => {
    await servers.close();
    throw error;
  });
  try {
    const token = await servers.space.token({ workspaces: ['bench'], expiresInSeconds: 86_400 });
    const order: AgentOrder = {
      folder,
      maxBytes: 4 * 1024 ** 3,
      url: stack.url,
      workspace: 'bench',
      token,
      total: positions,
      batch: 100,
      objects: 200,
      everyMs: DAY_MS / positions,
      firstAt: Date.now() - DAY_MS,
      deliver: false,
      livePerSecond: 0,
    };
    const queued = await follow(new RunningQueue(order), 'queued');
    const bytes = queued.last.bytesOnDisk;
    console.log(
      `${positions} positions queued in ${queued.seconds.toFixed(0)} s (${Math.round(positions / queued.seconds)}/s), ` +
        `${(bytes / 2 ** 20).toFixed(0)} MiB on disk: ${Math.round(bytes / positions)} bytes a position; at ` +
        `most ${queued.residentMiB.toFixed(0)} MiB resident.`,
    );
    const sent = await follow(new RunningQueue({ ...order, deliver: true, livePerSecond: LIVE_PER_SECOND }), 'sent');
    const delays = sent.liveDelays.sort((a, b) => a - b);
    const at = (part: number): number => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? Infinity;
    const perSecond = sent.last.sent / sent.seconds;
    console.log(
      `Sent in ${sent.seconds.toFixed(0)} s: ${Math.round(perSecond)}/s, ${sent.last.refused} refused, ` +
        `${(sent.last.bytesOnDisk / 2 ** 20).toFixed(0)} MiB on disk at the end; at most ` +
        `${sent.residentMiB.toFixed(0)} MiB resident.`,
    );
    console.log(
      `${delays.length} live positions beside it: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms from handover to outcome.`,
    );
    const reached =
      perSecond >= GOALS.perSecond &&
      at(1) < GOALS.liveMs &&
      Math.max(queued.residentMiB, sent.residentMiB) <= GOALS.residentMiB &&
      sent.last.refused === 0;
    console.log(reached ? 'All goals are reached.' : `Not all goals are reached: ${JSON.stringify(GOALS)}.`);
    return reached;
  } finally {
    await stack.close();
    await servers.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function follow(agent: RunningQueue, word: string) {
  const began = performance.now();
  let residentMiB = 0;
  let toldAt = began;
  const ended = agent.exited.then(() => true);
  while (!(await Promise.race([ended, sleep(LOOK_EVERY_MS, false)]))) {
    residentMiB = Math.max(residentMiB, agent.residentMiB);
    if (performance.now() - began > LONGEST_MS) {
      await agent.kill();
      throw new Error(`The agent had not ${word} everything after ${LONGEST_MS / 60_000} minutes: ${JSON.stringify(agent.last)}`);
    }
    if (performance.now() - toldAt < 10_000 || agent.last === undefined) continue;
    toldAt = performance.now();
    const { place, sent, waiting } = agent.last;
    console.log(
      `  ${((toldAt - began) / 1000).toFixed(0)} s: ${place} queued, ${sent} sent, ${waiting} waiting, ${residentMiB.toFixed(0)} MiB`,
    );
  }
  const last = agent.last;
  if (last?.done !== true) throw new Error(`The agent ended before everything was ${word}: ${agent.errors}`);
  return {
    last,
    residentMiB,
    seconds: (performance.now() - began) / 1000,
    liveDelays: agent.reports.flatMap(({ liveDelays }) => liveDelays),
  };
}
