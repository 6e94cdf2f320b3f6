import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { RunningHub } from '#testing/running-hub.js';
import { AgentProcess } from './agent-process.js';

const [RATE, SECONDS, FORKLIFTS] = [10_000, 5, 500];
const MAX_MIB = 200;

let folder: string;
let hub: RunningHub | undefined;
let agent: AgentProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-hub-to-queue-'));
});
afterEach(async () => {
  await agent?.stop('SIGKILL');
  await hub?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** `<id>@<time>` of each element waiting in the queue's file. */
function queued(): string[] {
  const database = new DatabaseSync(join(folder, 'queue/queue.db'), { readOnly: true });
  const bodies = database
    .prepare('select body from element')
    .all()
    .map(({ body }) => JSON.parse(body as string) as { externalId: string; observedAt: string });
  database.close();
  return bodies.map(({ externalId, observedAt }) => `${externalId}@${Date.parse(observedAt)}`);
}

it(
  'of 10,000 positions a second each that a socket of the agent had read is in its queue once while the gateway is away, in bounded memory',
  { timeout: 120_000 },
  async () => {
    hub = await RunningHub.start({
      sentFile: join(folder, 'sent.ndjson'),
      forklifts: FORKLIFTS,
      rate: RATE,
      seed: 3,
      positions: RATE * SECONDS,
    });
    const [nobody] = await freePorts(1);
    const file = join(folder, 'agent.yaml');
    writeFileSync(
      file,
      `gateway: { url: "http://127.0.0.1:${nobody}", workspace: north, token: "\${env:WAYMARK_TOKEN}" }
queue: { folder: queue }
status: { port: 0 }
sources: [{ name: hall, kind: omlox, url: "${hub.url}" }]
`,
    );
    agent = await AgentProcess.start(file, { WAYMARK_TOKEN: 'never-asked-for' });
    let most = 0;
    const looks = setInterval(() => (most = Math.max(most, agent!.residentMiB)), 50);
    const startedAt = performance.now();
    await hub.allRead.finally(() => clearInterval(looks));
    const seconds = (performance.now() - startedAt) / 1000;
    const stall = (await agent.metrics()).get('nodejs_eventloop_lag_max_seconds{service="agent"}');
    expect(await agent.stop()).toBe(0);
    await hub.stop();

    const lines = hub.sent();
    const of = (kind: 'sent' | 'unheard'): string[] =>
      lines.flatMap((line) => (line.kind === kind ? [`omlox:hall:${line.thing}@${line.at}`] : []));
    const [sent, there] = [of('sent'), queued()];
    const [known, kept] = [new Set([...sent, ...of('unheard')]), new Set(there)];
    expect(sent.length).toBe(RATE * SECONDS);
    expect(kept.size).toBe(there.length);
    expect(sent.filter((each) => !kept.has(each))).toEqual([]);
    expect(there.filter((each) => !known.has(each))).toEqual([]);
    expect(most).toBeLessThan(MAX_MIB);
    process.stdout.write(
      `${Math.round(there.length / seconds)} positions/s from the hub into the queue, at most ` +
        `${most.toFixed(0)} MiB, longest stall of the event loop ${(stall! * 1000).toFixed(0)} ms\n`,
    );
  },
);
