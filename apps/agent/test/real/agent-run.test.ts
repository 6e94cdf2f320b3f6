import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import type { TestSpace } from '#testing/test-space.js';
import { agentCommand, AgentProcess } from './agent-process.js';
import { timesOf as historyOf } from './history-of.js';

const WORKSPACE = 'agentNorth';

let space: TestSpace;
let stack: RunningStack;
let token: string;
let agent: AgentProcess | undefined;
let port: number;
let file: string;
let tokenFile: string;
let run = 0;

beforeAll(async () => {
  ({ space, stack } = await sharedStack('agent-run'));
  token = await space.token({ workspaces: [WORKSPACE] });
});
afterAll(giveBack);

beforeEach(async () => {
  run += 1;
  [port] = (await freePorts(1)) as [number];
  file = join(space.folder, `agent-${run}.yaml`);
  tokenFile = join(space.folder, `token-${run}`);
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
  configure();
});
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
});

/** Resolves when its first source listens. */
async function startAgent(): Promise<void> {
  agent = await AgentProcess.start(file);
  await expect.poll(async () => (await agent!.status()).sources[0]!.state, { timeout: 60_000 }).toBe('connected');
}

/** @param more lines of the source, and further sources */
function configure(more = '', name = 'phones'): void {
  writeFileSync(
    file,
    `gateway: { url: "${stack.url}", workspace: ${WORKSPACE}, token: "\${file:${tokenFile}}" }
queue: { folder: queue-${run} }
status: { port: 0 }
sources:
  - name: ${name}
    kind: http-listener
    namespace: run${run}
    host: 127.0.0.1
    port: ${port}
${more}`,
    { mode: 0o600 },
  );
}

const ask = async (path: string): Promise<Response> =>
  fetch(`${stack.url}/groups/${WORKSPACE}${path}`, { headers: { authorization: `Bearer ${token}` } });
const idOf = (device: string): string => `run${run}:${device}`;
const START = Math.floor(Date.now() / 1000) - 3600;

/** A device's report; answered with 200 when it is on the agent's disk. */
const report = (device: string, second: number): Promise<number> =>
  fetch(`http://127.0.0.1:${port}/?id=${device}&lat=53.4&lon=${-2.9 + second / 1e4}&timestamp=${START + second}`).then(
    ({ status }) => status,
  );

/** The times of the device's observations in the history. */
async function timesOf(device: string): Promise<number[]> {
  const times = await historyOf(stack.url, token, WORKSPACE, idOf(device));
  return times.map((observedAt) => Date.parse(observedAt) / 1000 - START).sort((one, other) => one - other);
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('agent run', { timeout: 300_000 }, () => {
  it('brings reports of devices into the history, each once, with its own time', async () => {
    await startAgent();
    const statuses = await Promise.all(range(5).flatMap((device) => range(20).map((second) => report(`d${device}`, second))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const device of range(5)) await expect.poll(() => timesOf(`d${device}`), { timeout: 60_000 }).toEqual(range(20));
    await expect.poll(async () => (await agent!.status()).queue, { timeout: 60_000 }).toMatchObject({ length: 0, sent: 100, dropped: 0 });
    expect(await agent!.status()).toMatchObject({
      well: true,
      gateway: { workspace: WORKSPACE },
      sources: [{ name: 'phones', state: 'connected', received: 100, queued: 100 }],
    });
    const metrics = await (await fetch(`${agent!.url}/metrics`)).text();
    expect(metrics).toMatch(/waymark_agent_sent_total\{[^}]*source="phones"[^}]*\} 100/);
    expect((await fetch(`${agent!.url}/health/ready`)).status).toBe(200);
    expect(agent!.log() + metrics + JSON.stringify(await agent!.status())).not.toContain(token);
  });

  it(
    'follows its file without a lost message, keeps the old one when the new one is invalid, and keeps ' + 'unchanged sources running',
    async () => {
      await startAgent();
      const [second] = (await freePorts(1)) as [number];
      let sent = 0;
      let going = true;
      // Like a device, it sends refused reports again.
      const sending = (async () => {
        while (going) {
          if ((await report('busy', sent).catch(() => 0)) === 200) sent += 1;
        }
      })();
      await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(20);
      const { since } = (await agent!.status()).sources[0]!;

      configure(`  - { name: second, kind: http-listener, host: 127.0.0.1, port: ${second} }\n`);
      await expect
        .poll(async () => (await agent!.status()).sources.map(({ name, state }) => `${name} ${state}`), { timeout: 60_000 })
        .toEqual(['phones connected', 'second connected']);
      expect((await agent!.status()).sources[0]!.since).toBe(since);

      writeFileSync(file, 'gateway: [\n');
      await expect.poll(async () => (await agent!.status()).configuration.fault, { timeout: 60_000 }).toMatch(/is no YAML here/);
      expect(await agent!.status()).toMatchObject({
        well: false,
        sources: [
          { name: 'phones', state: 'connected' },
          { name: 'second', state: 'connected' },
        ],
      });

      configure('    map: { title: "\'Phone \' & $reading.id" }\n');
      agent!.signal('SIGHUP');
      await expect
        .poll(
          async () => {
            const { sources, configuration } = await agent!.status();
            return [configuration.fault, ...sources.map(({ name, state }) => `${name} ${state}`)];
          },
          { timeout: 60_000 },
        )
        .toEqual([undefined, 'phones connected']);
      const before = sent;
      await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      going = false;
      await sending;
      await expect.poll(async () => [...new Set(await timesOf('busy'))], { timeout: 60_000 }).toEqual(range(sent));
      expect(await report('titled', 1)).toBe(200);
      await expect
        .poll(
          async () => ((await (await ask(`/externalObjects/${encodeURIComponent(idOf('titled'))}`)).json()) as { title?: string }).title,
          { timeout: 60_000 },
        )
        .toBe('Phone titled');
    },
  );

  it('starts again with another queue and another gateway line, and delivers what was in flight before and after', async () => {
    await startAgent();
    expect(await report('moved', 1)).toBe(200);
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace(`folder: queue-${run} `, `folder: queue-${run}, maxBytes: 64MiB `)
        .replace('gateway: { ', 'gateway: { maxElements: 10, '),
    );
    await expect
      .poll(() => agent!.entry('The settings of the gateway or the queue changed: everything is restarted.') !== undefined, {
        timeout: 60_000,
      })
      .toBe(true);
    await expect.poll(async () => (await report('moved', 2).catch(() => 0)) === 200, { timeout: 60_000 }).toBe(true);
    await expect.poll(async () => [...new Set(await timesOf('moved'))], { timeout: 60_000 }).toEqual([1, 2]);
    expect((await agent!.status()).queue.maxBytes).toBe(64 * 1024 * 1024);
  });

  it('ends within ten seconds of SIGTERM while the gateway is away, and delivers everything after the next start', async () => {
    await startAgent();
    stack.gateways[0]!.signal('SIGSTOP');
    try {
      expect(new Set(await Promise.all(range(50).map((second) => report('away', second))))).toEqual(new Set([200]));
      const startedAt = performance.now();
      expect(await agent!.stop()).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    } finally {
      stack.gateways[0]!.signal('SIGCONT');
    }
    await startAgent();
    await expect.poll(() => timesOf('away'), { timeout: 60_000 }).toEqual(range(50));
  });

  it('keeps everything while the token is refused, reports it, and continues when the file has a new one', async () => {
    writeFileSync(tokenFile, 'not-a-token');
    await startAgent();
    expect(await report('patient', 1)).toBe(200);
    await expect.poll(async () => (await agent!.status()).gateway.lastAnswer?.good, { timeout: 60_000 }).toBe(false);
    expect((await agent!.status()).queue.length).toBe(1);
    const checked = await agentCommand(['check', file]);
    expect([checked.code, checked.out]).toEqual([4, expect.stringMatching(/✗ .* refuses the token/)]);
    writeFileSync(tokenFile, token);
    await expect.poll(() => timesOf('patient'), { timeout: 60_000 }).toEqual([1]);
    expect((await agentCommand(['check', file])).out).toMatch(/✓ .* takes updates for the workspace agentNorth/);
  });

  it('sends quarantined messages again when the map is corrected, while it runs and while it does not', async () => {
    configure('    map: { observedAt: "\'yesterday\'" }\n');
    await startAgent();
    expect([await report('mended', 1), await report('mended', 2)]).toEqual([200, 200]);
    const listed = await agentCommand(['refused', file]);
    expect(listed.out).toMatch(/phones +agent +impossible-time +"yesterday" is no time/);
    expect((await agent!.status()).sources[0]!.quarantined).toMatchObject([{ reason: 'impossible-time', count: 2 }]);
    expect((await agentCommand(['replay', file])).err).toContain('2 stay apart: impossible-time');

    configure();
    await expect.poll(() => agent!.entry('The configuration was reloaded.')?.started, { timeout: 60_000 }).toEqual(['phones']);
    expect((await agentCommand(['replay', file, '--dry-run'])).out).toContain(
      'Would be sent again: 0 that the gateway had refused, 2 that had been kept apart.',
    );
    expect((await agentCommand(['replay', file, '--reason', 'no-id'])).out).toContain('0 that had been kept apart');
    expect((await agentCommand(['replay', file])).out).toContain(
      'Queued to be sent again: 0 that the gateway had refused, 2 that had been kept apart.',
    );
    await expect.poll(() => timesOf('mended'), { timeout: 60_000 }).toEqual([1, 2]);
    await agent!.stop();
    expect((await agentCommand(['refused', file])).err).toContain('Nothing was refused or kept apart.');
  });

  it('sends nothing that is queued for one workspace to another', async () => {
    writeFileSync(tokenFile, 'not-a-token');
    await startAgent();
    expect(await report('ours', 1)).toBe(200);
    await agent!.stop();
    configure();
    const text =
      `gateway: { url: "${stack.url}", workspace: agentSouth, token: "\${file:${tokenFile}}" }\nqueue: { folder: ` +
      `queue-${run} }\nstatus: { port: 0 }\nsources: [{ name: phones, kind: http-listener, port: ${port}, ` +
      `host: 127.0.0.1 }]\n`;
    writeFileSync(file, text);
    const refused = await agentCommand(['run', file]);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/holds 1 elements for the workspace agentNorth, and gateway\.workspace is agentSouth now/),
    ]);
  });
});

it('agent tail shows what would be sent, and takes nothing: the device gets a request to send it again', { timeout: 300_000 }, async () => {
  const tail = agentCommand(['tail', file, '--count', '1']);
  let status = 0;
  await expect.poll(async () => (status = await report('looked-at', 1).catch(() => 0)), { timeout: 60_000 }).toBe(503);
  const { code, out } = await tail;
  expect([code, out, status]).toEqual([0, expect.stringMatching(/^phones {2}20.* {2}run\d+:looked-at {2}53\.400000, -2\.899900/), 503]);
  expect(await timesOf('looked-at')).toEqual([]);
});
