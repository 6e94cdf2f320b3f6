import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { readFeed } from '#testing/oracle/read-api.js';
import { type ReplicatedDatabase, startReplicatedDatabase } from '#testing/replicated-database.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

/** Three projections, and a gateway for each: they share the partitions, write to one database and read from its hot standby. */
const INSTANCES = 3;
const WAIT = { timeout: 15_000, interval: 50 };
let space: TestSpace;
let database: ReplicatedDatabase;
let projections: RunningService[] = [];
let gateways: RunningService[] = [];
let objects: RunningService | undefined;
let token: string;

interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

async function call(
  at: number,
  path: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = 'GET', body, headers = {} } = options;
  const answer = await fetch(`${gateways[at]!.url}/groups/north/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

const ids = Array.from({ length: 12 }, (_, n) => `mirrored-${n}`);
const post = (lat: number): Promise<Answer> =>
  call(0, 'externalObjects', {
    method: 'POST',
    body: ids.map((externalId) => ({ externalId, locationUpdate: { newPosition: { lat, lon: 1 } } })),
  });
const latsAt = async (at: number, headers: Record<string, string> = {}): Promise<[number[], Answer]> => {
  const answer = await call(at, 'externalObjects?limit=100', { headers });
  return [[...new Set((answer.json.objects as { position: { lat: number } }[]).map(({ position }) => position.lat))], answer];
};

beforeAll(async () => {
  space = await createTestSpace('replica');
  database = await startReplicatedDatabase(`${space.folder}/databases`);
  space.installation.databaseUrl = database.url;
  const ports = await freePorts(2 * INSTANCES);
  const copies = Array.from({ length: INSTANCES }, (_, at) => ({ door: ports[at]!, reads: ports[INSTANCES + at]! }));
  [objects, ...projections] = await Promise.all([
    startService('object-service', space.environment('object-service')),
    ...copies.map(({ reads }) =>
      startService(
        'projection-service',
        space.environment('projection-service', { PORT: String(reads), DATABASE_READ_URL: database.replicaUrl }),
      ),
    ),
  ]);
  gateways = await Promise.all(
    copies.map(({ door, reads }) =>
      startService('gateway', space.environment('gateway', { PORT: String(door), PROJECTION_URL: `http://127.0.0.1:${reads}` })),
    ),
  );
  token = await space.token({ workspaces: ['north'] });
}, 90_000);
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await Promise.all([objects?.stop(), ...projections.map((projection) => projection.stop())]);
  await database?.stop();
  await space?.close();
}, 60_000);

describe('three projections that read from a replica', () => {
  it('share the partitions, and each shows changes to readers that wait for them', async () => {
    const { json } = await post(1);
    for (let at = 0; at < INSTANCES; at++)
      expect((await latsAt(at, { 'waymark-position': json.operationId, prefer: 'wait=10' }))[0]).toEqual([1]);
    const written = (projection: RunningService): number => projection.log().split('"msg":"partitions assigned"').length;
    // Each instance has been assigned partitions.
    await expect.poll(() => Math.min(...projections.map(written)), WAIT).toBeGreaterThan(1);
  });

  it("accept each other's cursors", async () => {
    const seen = new Set<string>();
    for (let at = 0, cursor = 'earliest'; seen.size < ids.length; at = (at + 1) % INSTANCES) {
      const { status, json } = await call(at, `changes?cursor=${cursor}&limit=5`);
      expect(status).toBe(200);
      for (const { externalId } of json.changes as { externalId: string }[]) {
        expect(seen.has(externalId)).toBe(false);
        seen.add(externalId);
      }
      ({ cursor } = json);
    }
  });

  it('report the lag of the replica, wait for it as long as requested, and serve the feed without it', async () => {
    await expect.poll(async () => Number((await latsAt(1))[1].headers.get('waymark-lag')), WAIT).toBeLessThan(1);
    await database.pause();
    const { json } = await post(2);
    const position = { 'waymark-position': json.operationId };
    const startedAt = performance.now();
    const [lats, late] = await latsAt(1, { ...position, prefer: 'wait=1' });
    expect(performance.now() - startedAt).toBeGreaterThan(950);
    expect([lats, late.headers.get('waymark-position'), late.headers.get('preference-applied')]).toEqual([[1], null, 'wait=1']);
    await expect
      .poll(
        async () => (await readFeed({ url: gateways[2]!.url, headers: () => ({ authorization: `Bearer ${token}` }) }, 'north')).length,
        WAIT,
      )
      .toBe(2 * ids.length);
    await expect.poll(async () => Number((await latsAt(2))[1].headers.get('age')), WAIT).toBeGreaterThanOrEqual(1);
    // Each instance checks the lag of the replica itself.
    await expect.poll(async () => Number((await latsAt(0))[1].headers.get('waymark-lag')), WAIT).toBeGreaterThan(1);
    const waiting = latsAt(1, { ...position, prefer: 'wait=20' });
    await database.resume();
    const [then, answer] = await waiting;
    expect([then, answer.headers.get('waymark-position')]).toEqual([[2], json.operationId]);
    await expect.poll(async () => (await latsAt(1))[1].headers.get('age'), WAIT).toBeNull();
  });
});
