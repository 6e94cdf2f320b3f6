import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#contracts/directory/scopes.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { askDirectory, makeWorkspace, startGateways, untilKnown } from './limited-workspaces.js';
import { type Answer, at, writeClient } from './write-client.js';

interface TokenMade {
  id: string;
  token: string;
}

interface Seen {
  calls: { used: number; left: number };
  elements: number;
  tokens: { kind: string; id: string; name: string | null; calls: number; elements: number; refused: number }[];
  standing: { limit: string; quota: number; windowSeconds: number; used: number; left: number; resetsAt: string }[];
}

let space: TestSpace;
let directory: RunningService;
let objects: RunningService;
let gateways: RunningService[];
let one: string;
let two: string;

beforeAll(async () => {
  space = await createTestSpace('usage', { directory: 'real' });
  [directory, objects] = await Promise.all([
    startService('directory-service', space.environment('directory-service')),
    startService('object-service', space.environment('object-service')),
  ]);
  gateways = await startGateways(space, 2);
  [one, two] = gateways.map(({ url }) => url) as [string, string];
});
afterAll(async () => {
  await Promise.all([...(gateways ?? []), objects, directory].map((service) => service?.stop()));
  await space?.close();
});

const tokenOf = async (name: string, workspaces: string[], scopes: Scope[]): Promise<TokenMade> =>
  (await askDirectory(space, 'POST', '/operator/tokens', { name, workspaces, scopes })) as TokenMade;
const usage = (url: string, token: string, workspace = 'yard'): Promise<Answer> =>
  writeClient(url, token, workspace)({ method: 'GET', path: '/usage' });
const elements = (count: number): object[] => Array.from({ length: count }, (_each, index) => at(`yard-${index}`));

/**
 * Waits until the gateways have reported this number of calls by the token, admitted or refused. Each gateway reports a token every five
 * seconds.
 */
async function whenReported(token: string, calls: number): Promise<Answer> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await usage(one, token);
    if ((answer.json as Seen).tokens.reduce((sum, each) => sum + each.calls + each.refused, 0) === calls) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The gateways did not report the calls.');
}

const headerOf = ({ headers }: Answer, limit: string): string | undefined =>
  String(headers['ratelimit'])
    .split(', ')
    .find((each) => each.startsWith(`"${limit}"`));

describe('usage over two gateways', () => {
  let crane: TokenMade;
  let lorry: TokenMade;
  let admin: TokenMade;
  /**
   * Number of admitted calls with 15 elements before one was refused; it depends on how the rate is shared between the gateways at that
   * time.
   */
  let large = 0;
  beforeAll(async () => {
    await makeWorkspace(space, 'yard', {
      callsPerMonth: 1000,
      callsPerSecond: 1000,
      tokenElementsPerSecond: 10,
      burstSeconds: 2,
      elementsPerCall: 15,
    });
    [crane, lorry, admin] = await Promise.all([
      tokenOf('crane', ['yard'], ['objects:write', 'usage:read']),
      tokenOf('lorry', ['yard'], ['objects:write', 'usage:read']),
      tokenOf('admin', ['yard'], ['usage:read', 'tokens:admin']),
    ]);
    await Promise.all([one, two].map((url) => untilKnown(writeClient(url, crane.token, 'yard'))));
  });

  it('counts by token what every gateway has admitted and refused, and matches the headers and refusals', async () => {
    const [here, there] = [writeClient(one, crane.token, 'yard'), writeClient(two, crane.token, 'yard')];
    expect((await here({ body: elements(3) })).status).toBe(200);
    expect((await there({ body: elements(4) })).status).toBe(200);
    expect((await writeClient(two, lorry.token, 'yard')({ body: elements(5) })).status).toBe(200);
    expect((await here({ body: elements(16) })).status).toBe(422);
    let refusal = await there({ body: elements(15) });
    for (; refusal.status === 200; refusal = await there({ body: elements(15) })) large += 1;
    expect(refusal).toMatchObject({ status: 429, json: { limit: 'token-elements-per-second', quota: 20, windowSeconds: 2 } });

    const all = await whenReported(admin.token, 5 + large);
    const seen = all.json as Seen;
    expect(seen).toMatchObject({ calls: { used: 3 + large, left: 997 - large }, elements: 12 + 15 * large });
    expect(seen.tokens).toEqual([
      { kind: 'machine', id: crane.id, name: 'crane', calls: 2 + large, elements: 7 + 15 * large, refused: 2 },
      { kind: 'machine', id: lorry.id, name: 'lorry', calls: 1, elements: 5, refused: 0 },
    ]);
    const published = JSON.parse(readFileSync(new URL('../../contract/published/readUsage.200.json', import.meta.url), 'utf8')) as object;
    const contract = new Ajv({ strict: false, validateFormats: false }).compile(published);
    expect([contract(all.json), contract.errors]).toEqual([true, null]);

    const own = await usage(one, crane.token);
    const { standing, calls } = own.json as Seen;
    expect(standing.map(({ limit }) => limit)).toEqual(['calls-per-month', 'calls-per-second', 'token-elements-per-second']);
    expect(standing[0]).toMatchObject({ quota: 1000, used: calls.used, left: calls.left });
    expect(standing[2]).toMatchObject({ quota: 20, windowSeconds: 2 });
    for (const { limit, left } of standing) expect(headerOf(own, limit)).toMatch(new RegExp(`;r=${left};t=\\d+$`));
    // The next call at this gateway reports one remaining call less, in the same form.
    const next = await here({ body: elements(1) });
    expect(next.headers['ratelimit-policy']).toBe(own.headers['ratelimit-policy']);
    expect(headerOf(next, 'calls-per-month')).toMatch(new RegExp(`^"calls-per-month";r=${996 - large};t=\\d+$`));
  });

  it('shows a token only its own calls and an operator those of any workspace, and is free', async () => {
    await whenReported(admin.token, 6 + large);
    expect((await usage(two, crane.token)).json.tokens).toEqual([
      { kind: 'machine', id: crane.id, name: 'crane', calls: 3 + large, elements: 8 + 15 * large, refused: 2 },
    ]);
    expect((await usage(two, lorry.token)).json.tokens).toMatchObject([{ name: 'lorry', calls: 1 }]);
    const stranger = await tokenOf('stranger', ['yard'], ['usage:read']);
    expect((await usage(two, stranger.token)).json.tokens).toEqual([]);
    const operator = await tokenOf('operator', [], ['operator']);
    const answer = await fetch(`${one}/operator/workspaces/yard/usage`, { headers: { authorization: `Bearer ${operator.token}` } });
    const looked = (await answer.json()) as Seen;
    expect(looked.tokens.map(({ name, calls }) => [name, calls])).toEqual([
      ['crane', 3 + large],
      ['lorry', 1],
    ]);
    expect(looked.calls.used).toBe(4 + large);
    const before = await fetch(`${one}/groups/yard/usage?month=2026-01`, { headers: { authorization: `Bearer ${admin.token}` } });
    expect(await before.json()).toMatchObject({ month: '2026-01', calls: { used: 0 }, tokens: [], standing: [] });
  });

  it('is complete after a gateway has ended: its last report covers the rest', async () => {
    const client = writeClient(two, lorry.token, 'yard');
    await client({ body: elements(1) });
    // Reported just now, so the next regular report is seconds away.
    await whenReported(lorry.token, 2);
    await client({ body: elements(1) });
    await gateways[1]!.stop();
    expect((await usage(one, lorry.token)).json.tokens).toMatchObject([{ name: 'lorry', calls: 3, elements: 7 }]);
  });
});
