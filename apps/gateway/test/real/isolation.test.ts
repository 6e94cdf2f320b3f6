import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { startService } from '#testing/running-service.js';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import type { TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let stack: RunningStack;
let owner: string;
let stranger: string;

beforeAll(async () => {
  ({ space, stack } = await sharedStack('isolation'));
  await space.directory([
    {
      key: 'workspace:isolationA',
      revision: 1000,
      body: {
        id: 'isolationA',
        name: 'isolationA',
        formerNames: ['Alpha of old'],
        status: 'active',
        plan: 'unlimited',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    },
  ]);
  owner = `Bearer ${await space.token({ workspaces: ['isolationA'] })}`;
  stranger = `Bearer ${await space.token({ workspaces: ['isolationB'] })}`;
  const stored = await call('POST', '/groups/isolationA/externalObjects', owner, [
    { externalId: 'iso-1', locationUpdate: { newPosition: { lat: 1, lon: 2 } } },
  ]);
  expect(stored.status).toBe(200);
  await vi.waitFor(async () => expect((await call('GET', '/groups/isolationA/externalObjects/iso-1', owner)).status).toBe(200), {
    timeout: 10_000,
  });
});
afterAll(giveBack);

async function call(method: string, path: string, authorization: string, body?: unknown): Promise<{ status: number; text: string }> {
  const answer = await fetch(stack.url + path, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Without the parts that are different in every answer. */
const comparable = ({ status, text }: { status: number; text: string }, id: string): string =>
  `${status} ${text
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/"operationId":"[^"]*"/, '')
    .replaceAll(id, 'ID')}`;

describe('a stranger', () => {
  const READS = ['', '/ID', '/ID/history', '/ID/picture'];

  it.each(READS)('gets the same from a workspace that exists and one that does not: GET …%s', async (path) => {
    const answers = await Promise.all(
      ['isolationA', 'nowhere'].map((group) => call('GET', `/groups/${group}/externalObjects${path.replace('ID', 'iso-1')}`, stranger)),
    );
    expect(answers[0]!.status).toBe(403);
    expect(comparable(answers[0]!, 'iso-1')).toBe(comparable(answers[1]!, 'iso-1'));
  });

  it.each(READS.slice(1))('cannot distinguish a foreign object from a missing one in its own workspace: GET …%s', async (path) => {
    const [foreign, none] = await Promise.all(
      ['iso-1', 'iso-0'].map((id) => call('GET', `/groups/isolationB/externalObjects${path.replace('ID', id)}`, stranger)),
    );
    expect(foreign!.status).toBe(404);
    expect(comparable(foreign!, 'iso-1')).toBe(comparable(none!, 'iso-0'));
  });

  it.each([
    ['PATCH', '', { title: 'mine' }],
    ['POST', '/archive', undefined],
    ['POST', '/restore', undefined],
    ['DELETE', '/picture', undefined],
  ])('nor by %s …%s', async (method, path, body) => {
    const [foreign, none] = await Promise.all(
      ['iso-1', 'iso-0'].map((id) => call(method, `/groups/isolationB/externalObjects/${id}${path}`, stranger, body)),
    );
    expect(foreign!.status).toBeGreaterThanOrEqual(400);
    expect(comparable(foreign!, 'iso-1')).toBe(comparable(none!, 'iso-0'));
  });

  it.each(READS.slice(1))('nor by the time it takes: GET …%s', async (path) => {
    const times: Record<'iso-1' | 'iso-0', number[]> = { 'iso-1': [], 'iso-0': [] };
    for (let round = 0; round < 150; round++) {
      // Alternately, with each one first equally often, so that other load affects both.
      for (const id of round % 2 ? (['iso-1', 'iso-0'] as const) : (['iso-0', 'iso-1'] as const)) {
        const startedAt = performance.now();
        await call('GET', `/groups/isolationB/externalObjects${path.replace('ID', id)}`, stranger);
        times[id].push(performance.now() - startedAt);
      }
    }
    const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
    expect(Math.abs(median(times['iso-1']) - median(times['iso-0']))).toBeLessThan(5);
  });

  it.each(['isolationA', 'Alpha of old'])('cannot find out by a name whether a workspace exists: %s', async (name) => {
    const find = (named: string, token: string) => call('GET', `/workspaces?name=${encodeURIComponent(named)}`, token);
    await vi.waitFor(async () => expect(JSON.parse((await find(name, owner)).text)).toEqual({ id: 'isolationA', name: 'isolationA' }), {
      timeout: 5000,
    });
    const [foreign, none] = await Promise.all([find(name, stranger), find('nowhere', stranger)]);
    expect(foreign.status).toBe(404);
    expect(comparable(foreign, name)).toBe(comparable(none, 'nowhere'));
  });

  it('cannot take the object, and does not find it in its list or feed', async () => {
    const taken = await call('POST', '/groups/isolationB/externalObjects', stranger, [
      { externalId: 'iso-1', locationUpdate: { newPosition: { lat: 9, lon: 9 } } },
    ]);
    expect(taken.status).toBe(403);
    expect(taken.text).toContain('belongs-to-another-workspace');
    expect((await call('GET', '/groups/isolationB/externalObjects', stranger)).text).not.toContain('iso-1');
    expect((await call('GET', '/groups/isolationB/changes?cursor=earliest', stranger)).text).not.toContain('iso-1');
    expect(JSON.parse((await call('GET', '/groups/isolationA/externalObjects/iso-1', owner)).text)).toMatchObject({
      revision: 1,
      position: { lat: 1, lon: 2 },
    });
  });

  it('gets a limited number of answers on foreign objects a minute, whether it waits for the outcomes or looks them up', async () => {
    const gateway = await startService(
      'gateway',
      space.environment('gateway', { PORT: String((await freePorts(1))[0]), INSTANCE_ID: 'clashes', MAX_FOREIGN_CLASHES: '20' }),
    );
    try {
      const token = `Bearer ${await space.token({ workspaces: ['isolationB'] })}`;
      const probe = (prefer: string) =>
        fetch(`${gateway.url}/groups/isolationB/externalObjects`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json', prefer },
          body: JSON.stringify(
            Array.from({ length: 15 }, () => ({ externalId: 'iso-1', locationUpdate: { newPosition: { lat: 9, lon: 9 } } })),
          ),
        });
      expect((await probe('wait=10')).status).toBe(403);
      const operation = (await probe('respond-async')).headers.get('location')!;
      await vi.waitFor(
        async () =>
          expect(await (await fetch(gateway.url + operation, { headers: { authorization: token } })).text()).toContain('complete'),
        { timeout: 10_000 },
      );
      const refused = await probe('wait=10');
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect((await fetch(gateway.url + operation, { headers: { authorization: token } })).status).toBe(429);
      // Log lines are written after the answers.
      await expect.poll(() => gateway.log()).toContain('names many objects of other workspaces');
    } finally {
      await gateway.stop();
    }
  });
});
