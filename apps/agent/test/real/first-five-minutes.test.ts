import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runHub } from '#stack/demo/run-hub.js';
import { freePorts } from '#stack/processes/free-port.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import type { TestSpace } from '#testing/test-space.js';
import { agentCommand, AgentProcess } from './agent-process.js';

const FORKLIFTS = 20;

let space: TestSpace;
let stack: RunningStack;
let hub: Promise<void>;
let hubUrl: string;
const hubEnds = new AbortController();

beforeAll(async () => {
  ({ space, stack } = await sharedStack('agent-minutes'));
  const [port] = (await freePorts(1)) as [number];
  let printed = '';
  hub = runHub({ port, objects: FORKLIFTS, seed: 1, signal: hubEnds.signal }, (text) => (printed += text));
  await vi.waitFor(() => expect(printed).toContain('runs at'), { timeout: 60_000 });
  hubUrl = /runs at (http\S+?):? /.exec(printed)![1]!;
});
afterAll(async () => {
  hubEnds.abort();
  await hub;
  giveBack();
});

/** The first file of docs/agent.md, with this test's addresses instead of those of a checkout. */
function documented(tokenFile: string): string {
  const text = /cat > site\/agent\.yaml <<'YAML'\n([^]*?)YAML\n/.exec(readFileSync(join(repositoryRoot, 'docs/agent.md'), 'utf8'))![1]!;
  const replaced = text
    .replace('http://localhost:8080', stack.url)
    .replace(/http:\/\/localhost:8090\S*/, hubUrl)
    .replace('/TOKEN', tokenFile);
  return `${replaced}status: { port: 0 }\n`;
}

it('the first example of docs/agent.md puts a hub on the map', { timeout: 300_000 }, async () => {
  const [file, tokenFile] = [join(space.folder, 'agent.yaml'), join(space.folder, 'token')];
  const token = await space.token({ workspaces: ['demo'], scopes: ['objects:write'] });
  const reader = await space.token({ workspaces: ['demo'] });
  writeFileSync(tokenFile, token, { mode: 0o600 });
  writeFileSync(file, documented(tokenFile), { mode: 0o600 });

  const checked = await agentCommand(['check', file]);
  expect([checked.err, checked.code]).toEqual(['', 0]);
  expect(checked.out).toMatch(/gateway\n {2}✓ .* takes updates for the workspace demo[^]*hall\n {2}✓ [^]*becomes/);
  const tailed = await agentCommand(['tail', file, '--count', '3', '--json']);
  expect(
    tailed.out
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object)),
  ).toEqual(Array(3).fill(['source', 'element', 'document']));

  const agent = await AgentProcess.start(file);
  try {
    const list = async (): Promise<{ objects?: { externalId: string; location?: unknown }[] }> =>
      (await (
        await fetch(`${stack.url}/groups/demo/externalObjects?limit=100`, { headers: { authorization: `Bearer ${reader}` } })
      ).json()) as never;
    await expect.poll(async () => (await list()).objects?.length, { timeout: 120_000 }).toBe(FORKLIFTS);
    expect((await list()).objects!.every(({ externalId }) => externalId.startsWith('omlox:hall:'))).toBe(true);
    await expect.poll(async () => (await agent.status()).queue.length, { timeout: 120_000 }).toBeLessThan(FORKLIFTS * 3);
    expect((await agent.status()).refused).toEqual([]);
  } finally {
    expect(await agent.stop()).toBe(0);
  }
});
