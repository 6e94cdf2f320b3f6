import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

interface Results {
  operationId: string;
  results: { index: number; externalId: string; status: string; revision?: number }[];
}

describe('Idempotency-Key', () => {
  let space: TestSpace;
  let stack: RunningStack;
  let token: string;

  beforeAll(async () => {
    space = await createTestSpace('idempotency');
    stack = await startStack(space, { gateways: 2 });
    token = await space.token({ workspaces: ['north', 'south'] });
  });
  afterAll(async () => {
    await stack?.close();
    await space?.close();
  });

  const elements = (id: string, lat: number) => [{ externalId: id, locationUpdate: { newPosition: { lat, lon: 2 } } }];
  const post = async (gateway: number, key: string, body: unknown, headers: Record<string, string> = {}, workspace = 'north') => {
    const response = await fetch(`${stack.gateways[gateway]!.url}/groups/${workspace}/externalObjects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key, ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, location: response.headers.get('location'), body: (await response.json()) as Results };
  };
  const revisionOf = async (id: string) => {
    const read = async () =>
      (
        await fetch(`${stack.url}/groups/north/externalObjects/${id}`, { headers: { authorization: `Bearer ${token}` } })
      ).json() as Promise<{ revision?: number }>;
    await expect.poll(async () => (await read()).revision).toBeGreaterThan(0);
    return (await read()).revision;
  };

  it('answers a repeated call with the first outcomes, also at another gateway', async () => {
    const key = randomUUID();
    const first = await post(0, key, elements('twice', 1));
    const again = await post(1, key, elements('twice', 1));
    expect(first.status).toBe(200);
    expect(again).toEqual({ ...first, location: again.location });
    expect(await revisionOf('twice')).toBe(1);
  });

  it('applies a call once that many gateways get at the same moment', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => post(n % 2, key, elements('at-once', 1))));
    for (const { status } of answers) expect([200, 202, 409]).toContain(status);
    expect(new Set(answers.filter(({ body }) => body.operationId).map(({ body }) => body.operationId)).size).toBe(1);
    expect(await revisionOf('at-once')).toBe(1);
  });

  it('refuses another body under the same key with 422', async () => {
    const key = randomUUID();
    await post(0, key, elements('other-body', 1));
    expect((await post(1, key, elements('other-body', 2))).status).toBe(422);
    expect(await revisionOf('other-body')).toBe(1);
  });

  it('keeps keys of workspaces apart', async () => {
    const key = randomUUID();
    const [north, south] = [await post(0, key, elements('key-north', 1)), await post(0, key, elements('key-south', 1), {}, 'south')];
    expect([north.status, south.status]).toEqual([200, 200]);
    expect(north.body.operationId).not.toBe(south.body.operationId);
  });

  it('survives kill -9 of every service', { timeout: 180_000 }, async () => {
    const key = randomUUID();
    const first = await post(0, key, elements('survivor', 1), { prefer: 'respond-async' });
    expect(first.status).toBe(202);
    for (const service of [...stack.gateways, ...stack.objectServices, ...stack.projections]) await service.restart('SIGKILL');
    const again = await post(1, key, elements('survivor', 1));
    expect([200, 202]).toContain(again.status);
    expect(again.body.operationId).toBe(first.body.operationId);
    expect(await revisionOf('survivor')).toBe(1);
  });
});
