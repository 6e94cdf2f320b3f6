import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuotaAccountReport, QuotaAnswer, QuotaReport, TokenCountReport } from '#contracts/directory/quota-report.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { monthOf } from '../../src/limits/quotas/quota-month.js';

let space: TestSpace;
let directory: RunningService;
beforeAll(async () => {
  space = await createTestSpace('quotas', { directory: 'real' });
  directory = await startService('directory-service', space.environment('directory-service'));
});
afterAll(async () => {
  await directory?.stop();
  await space?.close();
});

async function ask(method: string, path: string, body?: object): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await fetch(directory.url + path, {
    method,
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

/** @returns the number of rows */
async function query(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.directory}` });
  await client.connect();
  try {
    return (await client.query(text)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function makeWorkspace(id: string, limits: object): Promise<void> {
  expect((await ask('PUT', `/operator/plans/${id}`, limits)).status).toBe(200);
  expect((await ask('POST', '/operator/workspaces', { id, plan: id })).status).toBe(201);
}

const month = monthOf(new Date());
const account = (workspace: string, more: Partial<QuotaAccountReport> = {}): QuotaAccountReport => ({
  workspace,
  month,
  used: 0,
  elements: 0,
  left: 0,
  callsPerSecond: 1,
  elementsPerSecond: 0,
  waiting: 1,
  wanted: true,
  ...more,
});

/** A gateway from the directory's point of view. */
function gateway() {
  const life = randomUUID();
  let sequence = 0;
  return async (accounts: QuotaAccountReport[], more: Partial<QuotaReport> = {}): Promise<QuotaAnswer & { status: number }> => {
    sequence += 1;
    const { status, json } = await ask('POST', '/internal/quota', {
      life,
      sequence,
      known: sequence > 1,
      stopping: false,
      accounts,
      demands: null,
      ...more,
    });
    return { ...(json as unknown as QuotaAnswer), status };
  };
}

describe('POST /internal/quota', () => {
  it('grants and books a lease, takes what was used and what is given back, and reports the usage', async () => {
    await makeWorkspace('lease', { callsPerMonth: 1000 });
    const report = gateway();
    const first = await report([account('lease')]);
    expect(first.status).toBe(200);
    expect(first.accounts).toMatchObject([{ workspace: 'lease', month, limit: 1000, used: 0 }]);
    const { granted } = first.accounts[0]!;
    expect(granted).toBe(250);
    const second = await report([account('lease', { used: 100, elements: 300, left: 50, waiting: 0, wanted: false })]);
    expect(second.accounts).toMatchObject([{ granted: 0, used: 100, leased: 50 }]);
    expect((await ask('GET', '/groups/lease/usage')).json).toMatchObject({
      calls: { used: 100, left: 900, limit: 1000, unaccounted: 0, leased: 50 },
      elements: 300,
      plan: 'lease',
    });
    expect((await ask('GET', `/operator/usage?month=${month}`)).json).toMatchObject({
      usage: [{ workspace: 'lease', calls: { used: 100 } }],
      next: null,
    });
    expect((await ask('GET', '/operator/usage?month=2026-13')).status).toBe(400);
  });

  it('reports whether a fleet would fit, and which plan would do', async () => {
    await makeWorkspace('fleet', { callsPerMonth: 1000, callsPerSecond: 1, elementsPerSecond: 10, elementsPerCall: 50 });
    const { json } = await ask('POST', '/groups/fleet/usage/simulate', { objects: 100, updatesPerObjectPerHour: 60, elementsPerCall: 50 });
    expect(json).toMatchObject({ plan: 'fleet', fits: false, smallestPlan: 'unlimited' });
    expect(json.limits).toContainEqual({ limit: 'callsPerMonth', needed: 89_280, allowed: 1000, fits: false });
    expect(json.limits).toContainEqual({ limit: 'elementsPerSecond', needed: 1.667, allowed: 10, fits: true });
    expect((await ask('POST', '/groups/fleet/usage/simulate', { objects: 0 })).status).toBe(422);
  });

  it('accepts a report once, and none from a life that it does not know', async () => {
    await makeWorkspace('twice', { callsPerMonth: 1000 });
    const report = gateway();
    await report([account('twice')]);
    const same = { sequence: 2 };
    expect((await report([account('twice', { used: 7, left: 0, wanted: false })], same)).status).toBe(200);
    expect((await report([account('twice', { used: 7, left: 0, wanted: false })], same)).status).toBe(409);
    expect((await ask('GET', '/groups/twice/usage')).json).toMatchObject({ calls: { used: 7 } });
    expect((await gateway()([], { known: true })).status).toBe(409);
  });

  it('shows what a silent gateway holds as unaccounted, gives it back to one that returns, and books it for good in the end', async () => {
    await makeWorkspace('silent', { callsPerMonth: 1000 });
    const report = gateway();
    const { granted } = (await report([account('silent')])).accounts[0]!;
    const silentFor = (time: string) =>
      query(
        `update quota_gateway set reported_at = now() - interval '${time}'
          where life in (select life from quota_lease where workspace = 'silent')`,
      );
    const calls = async () => (await ask('GET', '/groups/silent/usage')).json.calls;
    await silentFor('31 seconds');
    expect(await calls()).toMatchObject({ used: granted, left: 1000 - granted, unaccounted: granted, leased: 0 });
    const others = (await gateway()([account('silent')])).accounts[0]!;
    expect(others.used).toBe(granted);
    expect(others.granted).toBeGreaterThan(10);
    await report([account('silent', { used: 10, left: 20, waiting: 0, wanted: false })]);
    expect(await calls()).toMatchObject({ used: 10, unaccounted: 0, leased: 20 + others.granted });
    await silentFor('27 hours');
    await directory.restart();
    await expect.poll(calls).toMatchObject({ used: 10 + 20 + others.granted, unaccounted: 20 + others.granted, leased: 0 });
    await expect.poll(() => query(`select 1 from quota_lease where workspace = 'silent'`)).toBe(0);
    expect((await report([account('silent', { used: 11, left: 19 })])).status).toBe(409);
  });

  it('counts tokens by the totals that each gateway reports, still counts when gateways are forgotten, and keeps 13 months', async () => {
    await makeWorkspace('counted', {});
    const counts = (calls: number, of: Partial<TokenCountReport> = {}): TokenCountReport => ({
      workspace: 'counted',
      month,
      subject: 'https://issuer.example|crane',
      calls,
      elements: calls * 10,
      refused: 1,
      ...of,
    });
    const tokens = async () => (await ask('GET', '/groups/counted/usage')).json.tokens;
    const [one, two] = [gateway(), gateway()];
    for (const calls of [3, 3, 4])
      expect((await one([], { tokens: [counts(calls), counts(1, { workspace: 'nowhere' })] })).status).toBe(200);
    await two([], { tokens: [counts(2), counts(1, { subject: 'person:nobody' })] });
    const sums = [
      { kind: 'foreign', id: 'https://issuer.example|crane', name: null, calls: 6, elements: 60, refused: 2 },
      { kind: 'foreign', id: 'person:nobody', name: null, calls: 1, elements: 10, refused: 1 },
    ];
    expect(await tokens()).toEqual(sums);
    expect((await one([], { tokens: Array.from({ length: 201 }, (_each, index) => counts(1, { subject: `s${index}` })) })).status).toBe(
      422,
    );

    expect(
      await query(
        `update quota_gateway set reported_at = now() - interval '27 hours'
          where life in (select life from token_usage where workspace = 'counted')`,
      ),
    ).toBe(2);
    await query(
      `insert into token_usage select to_char(now() - make_interval(months => ago), 'YYYY-MM'), 'counted', 'old',
        gen_random_uuid(), 1, 1, 1 from unnest(array[12, 13]) as ago`,
    );
    await directory.restart();
    await expect
      .poll(() => query(`select 1 from token_usage where workspace = 'counted' and life <> '00000000-0000-0000-0000-000000000000'`))
      .toBe(1);
    expect(await tokens()).toEqual(sums);
    await gateway()([], { tokens: [counts(4)] });
    expect(await tokens()).toMatchObject([{ calls: 10, elements: 100, refused: 3 }, { calls: 1 }]);
  });

  it('divides a rate by demand, never more than the whole', async () => {
    await makeWorkspace('shared', { callsPerSecond: 10 });
    const [one, two] = [gateway(), gateway()];
    const demand = (callsPerSecond: number) => ({ demands: [{ key: 'shared', callsPerSecond, elementsPerSecond: 0 }] });
    const gateways = (await one([], demand(30))).gateways;
    let parts = [0, 0];
    for (let round = 0; round < 3; round += 1) {
      parts = [(await one([], demand(30))).shares['shared']![0], (await two([], demand(10))).shares['shared']![0]];
    }
    expect(parts[0]! + parts[1]!).toBeLessThanOrEqual(1);
    expect(parts[0]! / parts[1]!).toBeGreaterThan(2);
    expect(gateways).toBeGreaterThanOrEqual(1);
    await two([], { stopping: true });
    expect((await one([], demand(30))).shares['shared']![0]).toBeGreaterThan(parts[0]!);
  });
});
