import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let objects: RunningService;
let gateway: RunningService;
let operator: string;

beforeAll(async () => {
  space = await createTestSpace('lag', { workspaces: ['mine'] });
  objects = await startService('object-service', space.environment('object-service'));
  gateway = await startService('gateway', space.environment('gateway'));
  operator = await space.token({ workspaces: [], scopes: ['operator'] });
});
afterAll(async () => {
  await gateway?.stop();
  await objects?.stop();
  await space?.close();
});

interface Lag {
  consumer: string;
  topic: string;
  records: number | null;
  partitions: { partition: number; lag: number }[] | null;
}

async function lag(): Promise<Lag[]> {
  const answer = await fetch(`${gateway.url}/operator/lag`, { headers: { authorization: `Bearer ${operator}` } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return ((await answer.json()) as { consumers: Lag[] }).consumers;
}

async function update(externalId: string, prefer: string): Promise<number> {
  const token = await space.token({ workspaces: ['mine'] });
  const body = JSON.stringify([{ externalId, locationUpdate: { newPosition: { lat: 1, lon: 2 } } }]);
  const answer = await fetch(`${gateway.url}/groups/mine/externalObjects`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer },
  });
  await answer.text();
  return answer.status;
}

const recordsOf = async (consumer: string): Promise<number | null | undefined> =>
  (await lag()).find((each) => each.consumer === consumer)?.records;

it('counts the records that a service has not processed yet, by partition, and the gateway’s own outcomes', async () => {
  expect(await update('a', 'wait=10')).toBe(200);
  await expect.poll(() => recordsOf('object-service'), { timeout: 10_000 }).toBe(0);
  await expect.poll(() => recordsOf('gateway'), { timeout: 10_000 }).toBe(0);
  await objects.stop();
  for (const id of [1, 2, 3].map(() => randomUUID())) expect(await update(id, 'respond-async')).toBe(202);
  const behind = (await lag()).find(({ consumer }) => consumer === 'object-service')!;
  expect(behind).toMatchObject({ topic: 'object.commands', records: 3 });
  expect(behind.partitions!.map(({ partition }) => partition)).toEqual(
    Array.from({ length: space.partitions }, (_, partition) => partition),
  );
  expect(behind.partitions!.reduce((sum, each) => sum + each.lag, 0)).toBe(3);
  // No projection is running here, so its lag is everything that the object service has published.
  expect(await recordsOf('projection-service')).toBe(1);
  await objects.restart();
  await expect.poll(() => recordsOf('object-service'), { timeout: 10_000 }).toBe(0);
});
