import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningHub } from '#testing/running-hub.js';
import { startStack } from '#testing/running-stack.js';
import { AgentProcess } from '../../apps/agent/test/real/agent-process.js';
import { startBenchServers } from '../../bench/bench-stack.js';
import { costOf } from '../../bench/measure/process-costs.js';
import { judgeSite, type KeptPosition } from '../faults/agent/judge-site.js';

const HUB = 'hall';
const WORKSPACE = 'bench';
const THINGS = 1_000;
const LONGEST_MS = 15 * 60_000;
const LOOK_EVERY_MS = 250;
const TELL_EVERY_MS = 5_000;
const LAG = 'nodejs_eventloop_lag_max_seconds{service="agent"}';

/** The goals of issue 8; the delay is that of live positions from handover to outcome. */
const GOALS = { residentMiB: 200, liveSeconds: 2 };

export interface AgentLoadOptions {
  /** Positions per second from the hub. */
  readonly rate: number;
  readonly seconds: number;
  /** `shape.seconds` of the source; 0: every position is sent. */
  readonly shapeSeconds: number;
  /** Where the agent writes a CPU profile; undefined: none. */
  readonly profile: string | undefined;
}

/** All the parts of the load, to query and to end them. */
interface Site {
  readonly hub: RunningHub;
  readonly agent: AgentProcess;
  readonly url: string;
  readonly token: string;
}

/**
 * Runs a hub that sends a given number of positions per second, an agent that reads it, and a real gateway, object service
 * and projection. Reports the throughput, the agent's resources and the age of the newest states meanwhile; then waits
 * until the queue is empty and judges the whole history. @returns whether nothing was lost, and memory and the delay of
 * live positions are within the goals
 */
export async function agentLoad(options: AgentLoadOptions): Promise<boolean> {
  const servers = await startBenchServers();
  const folder = await mkdtemp(join(tmpdir(), 'waymark-agent-load-'));
  const endings: (() => Promise<unknown>)[] = [() => servers.close(), () => rm(folder, { recursive: true, force: true })];
  try {
    const stack = await startStack(servers.space);
    endings.push(() => stack.close());
    const token = await servers.space.token({ workspaces: [WORKSPACE], expiresInSeconds: 86_400 });
    const hub = await RunningHub.start({
      sentFile: join(folder, 'sent.ndjson'),
      forklifts: THINGS,
      rate: options.rate,
      seed: 1,
      positions: options.rate * options.seconds,
    });
    endings.push(() => hub.kill());
    const file = join(folder, 'agent.yaml');
    await writeFile(file, configurationOf(stack.url, hub.url, options.shapeSeconds));
    const agent = await AgentProcess.start(
      file,
      { WAYMARK_TOKEN: token },
      options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`],
    );
    endings.push(() => agent.stop());
    return await follow({ hub, agent, url: stack.url, token }, options);
  } finally {
    for (const end of endings.toReversed()) await end().catch(console.error);
  }
}

async function follow(site: Site, { rate, seconds, shapeSeconds }: AgentLoadOptions): Promise<boolean> {
  const { hub, agent } = site;
  const freshness = new Freshness(site);
  console.log(`Load average of this machine before it: ${loadavg()[0]!.toFixed(1)}.`);
  const load = await watched(site, hub.allRead, () => freshness.note());
  const { queue, sources } = await agent.status();
  const source = sources[0]!;
  const reached = source.received / load.seconds;
  console.log(
    `${source.received} positions taken in ${load.seconds.toFixed(0)} s: ${Math.round(reached)}/s of ` +
      `${rate}/s; ${source.merged} merged by shaping; sent meanwhile ` +
      `${Math.round(queue.sent / load.seconds)}/s, ${queue.length} waiting.`,
  );
  console.log(
    `The agent: ${load.cpu.toFixed(2)} of a core (${Math.round((load.cpu * load.seconds * 1e6) / source.received)} ` +
      `µs a position), at most ${load.residentMiB.toFixed(0)} MiB, longest stall of the event loop ` +
      `${Math.round(load.stallMs)} ms.`,
  );
  const delays = new Delays(await agent.metrics());
  console.log(
    'Age of newest states as the gateway gives them, the way through hub, service and projection ' +
      `included: ${freshness.text()}. ${delays.text()}`,
  );
  const drained = await watched(site, isDrained(agent));
  console.log(
    `The queue was empty ${drained.seconds.toFixed(1)} s after the hub's last; at most ` +
      `${drained.residentMiB.toFixed(0)} MiB, longest stall ${Math.round(drained.stallMs)} ms.`,
  );
  await hub.stop();
  const sound = await judged(site, (await agent.status()).sources[0]!.merged, shapeSeconds > 0);
  const fine =
    Math.max(load.residentMiB, drained.residentMiB) <= GOALS.residentMiB && delays.within('live', '2') === delays.within('live', '+Inf');
  console.log(
    `${sound ? 'Nothing is lost.' : 'FAILED.'} ` +
      `${fine ? 'Memory and live positions are within the goals.' : `Memory or live positions are not within the goals: ${JSON.stringify(GOALS)}.`} ` +
      `${Math.round((reached / rate) * 100)} % of the rate were reached over ${seconds} s.`,
  );
  return sound && fine;
}

/** Measures the agent until `end` resolves. */
async function watched({ agent }: Site, end: Promise<unknown>, look: () => Promise<void> = () => Promise.resolve()) {
  const measured = { name: 'agent', pid: agent.pid, family: false };
  const before = costOf(measured).cpuMicros;
  // Reading the metrics resets them, so this drops earlier values.
  await agent.metrics();
  const [began, ended] = [performance.now(), end.then(() => true)];
  const since = (): number => performance.now() - began;
  let [residentMiB, stallMs, tellAt] = [0, 0, TELL_EVERY_MS];
  for (let over = false; !over;) {
    over = await Promise.race([ended, sleep(LOOK_EVERY_MS, false)]);
    residentMiB = Math.max(residentMiB, agent.residentMiB);
    if (since() > LONGEST_MS)
      throw new Error(
        `Not done after ${LONGEST_MS / 60_000} minutes: ${JSON.stringify((await agent.status()).queue)}\n${agent.log().slice(-3000)}`,
      );
    await look();
    if (!over && since() < tellAt) continue;
    tellAt += TELL_EVERY_MS;
    stallMs = Math.max(stallMs, ((await agent.metrics()).get(LAG) ?? 0) * 1000);
    const { queue, sources } = await agent.status();
    console.log(
      `  ${(since() / 1000).toFixed(0)} s: ${sources[0]!.received} taken, ${queue.sent} sent, ` +
        `${queue.length} waiting (${(queue.bytes / 2 ** 20).toFixed(0)} MiB), ${residentMiB.toFixed(0)} MiB ` +
        'resident',
    );
  }
  const seconds = since() / 1000;
  return { seconds, residentMiB, stallMs, cpu: (costOf(measured).cpuMicros - before) / 1e6 / seconds };
}

/** Measures how old the newest states are, by asking for one thing after the other. */
class Freshness {
  private readonly ages: number[] = [];
  private next = 0;

  constructor(private readonly site: Site) {}

  async note(): Promise<void> {
    const { url, token } = this.site;
    const id = `omlox:${HUB}:forklift-${(this.next++ % THINGS) + 1}`;
    const answer = await fetch(`${url}/groups/${WORKSPACE}/externalObjects/${encodeURIComponent(id)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) return void (await answer.body?.cancel());
    const { position } = (await answer.json()) as { position: { observedAt: string } };
    this.ages.push(Date.now() - Date.parse(position.observedAt));
  }

  text(): string {
    const ages = this.ages.toSorted((one, other) => one - other);
    const at = (part: number): number => ages[Math.min(ages.length - 1, Math.floor(ages.length * part))] ?? NaN;
    return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, oldest ${at(1)} ms of ${ages.length}`;
  }
}

/** The delays in `waymark_agent_delay_seconds`, from handover to outcome. */
class Delays {
  constructor(private readonly metrics: ReadonlyMap<string, number>) {}

  /** @param seconds the upper bound of a bucket */
  within(lane: 'live' | 'backlog', seconds: string): number {
    return (
      [...this.metrics].find(
        ([name]) =>
          name.startsWith('waymark_agent_delay_seconds_bucket') && name.includes(`lane="${lane}"`) && name.includes(`le="${seconds}"`),
      )?.[1] ?? NaN
    );
  }

  text(): string {
    const lanes = (['live', 'backlog'] as const).map(
      (lane) =>
        `${lane} ${this.within(lane, '+Inf')} (${['0.5', '1', '2', '5'].map((bound) => `${this.within(lane, bound)} in ${bound} s`).join(', ')})`,
    );
    return `From handover to outcome: ${lanes.join('; ')}.`;
  }
}

async function isDrained(agent: AgentProcess): Promise<void> {
  for (let still = 0; still < 2; still++) {
    await sleep(LOOK_EVERY_MS);
    if ((await agent.status()).queue.length > 0) still = -1;
  }
}

/** @param merged number of positions that shaping merged, as counted by the agent: they need not be in the history */
async function judged(site: Site, merged: number, shaped: boolean): Promise<boolean> {
  const sent = site.hub.sent();
  const kept = await history(site, sent.filter(({ kind }) => kind === 'sent').length - merged);
  const verdict = judgeSite({ sent, written: [], kept, newest: await newest(site), cuts: [], hub: HUB, scale: 'none' });
  const isAbsence = (finding: string): boolean => shaped && finding.endsWith('is there 0 times');
  const absent = verdict.findings.filter(isAbsence);
  const findings = verdict.findings.filter((finding) => !isAbsence(finding));
  // Shaping sends the last position of each thing, however late.
  const last = new Map(sent.flatMap((line) => (line.kind === 'sent' ? [[`omlox:${HUB}:${line.thing}`, line.at] as const] : [])));
  const there = new Set(kept.map(({ id, at }) => `${id}@${at}`));
  for (const [id, at] of last)
    if (!there.has(`${id}@${at}`)) findings.push(`${id} was last at ${new Date(at).toISOString()}, which is not in the history`);
  if (absent.length > merged) findings.push(`${absent.length} are not in the history, and shaping merged ${merged}`);
  console.log(
    `${verdict.positions} positions sent, ${kept.length} in the history, ${merged} merged by shaping; ` +
      `${verdict.lostInCuts} that no socket had read; ${findings.length} findings.`,
  );
  for (const finding of findings.slice(0, 20)) console.log(`  ${finding}`);
  return findings.length === 0 && verdict.lostInCuts === 0;
}

/** The whole history; waits up to two minutes until the projection has all of it. */
async function history(site: Site, expected: number): Promise<KeptPosition[]> {
  for (let attempt = 1; ; attempt++) {
    const kept: KeptPosition[] = [];
    const answer = await read(site, '/history?format=ndjson');
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body as never) })) {
      const { externalId, observedAt, position } = JSON.parse(line) as {
        externalId: string;
        observedAt: string;
        position?: { lat: number; lon: number };
      };
      kept.push({ id: externalId, at: Date.parse(observedAt), ...position });
    }
    if (kept.length >= expected || attempt > 40) return kept;
    await sleep(3_000);
  }
}

async function newest(site: Site): Promise<Map<string, number>> {
  const { objects } = (await (await read(site, `/externalObjects?limit=${THINGS}`)).json()) as {
    objects: { externalId: string; position: { observedAt: string } }[];
  };
  return new Map(objects.map(({ externalId, position }) => [externalId, Date.parse(position.observedAt)]));
}

async function read({ url, token }: Site, path: string): Promise<Response> {
  const answer = await fetch(`${url}/groups/${WORKSPACE}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const configurationOf = (gateway: string, hub: string, shapeSeconds: number): string => `
gateway: { url: "${gateway}", workspace: ${WORKSPACE}, token: "\${env:WAYMARK_TOKEN}" }
queue: { folder: queue }
status: { port: 0 }
sources:
  - name: ${HUB}
    kind: omlox
    url: ${hub}
${shapeSeconds > 0 ? `    shape: { seconds: ${shapeSeconds} }\n` : ''}`;
