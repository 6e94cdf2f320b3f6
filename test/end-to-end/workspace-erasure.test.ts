import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTopic } from '#testing/oracle/read-topic.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

/** In every field and text that the deleted workspace sends. */
const MARK = 'mark-7c1e5b';
const OBJECTS = 900;
const POSTED = 300;
const SERVICES = ['directory-service', 'object-service', 'projection-service', 'gateway'] as const;

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

let space: TestSpace;
let database: pg.Client;
const services = new Map<(typeof SERVICES)[number], RunningService>();
const tokens: Record<string, string> = {};

async function send(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
}

const inner = (method: string, path: string, body?: unknown): Promise<Answer> =>
  send(services.get('directory-service')!.url + path, method, { 'x-waymark-internal': space.installation.secrets.internalToken }, body);
const call = (workspace: string, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
  send(
    `${services.get('gateway')!.url}/groups/${workspace}${path}`,
    method,
    { authorization: `Bearer ${tokens[workspace]}`, ...headers },
    body,
  );
const element = (externalId: string, mark: string): object => ({
  externalId,
  locationUpdate: { newPosition: { lat: 53, lon: 7 }, floor: mark },
  fieldValues: [{ type: 'String', field: mark, value: mark }],
  initialExternalObject: { title: mark, description: mark },
});

beforeAll(async () => {
  space = await createTestSpace('workspace erasure', { directory: 'real' });
  // Slow, so that the kill comes midway.
  const overrides: Partial<Record<(typeof SERVICES)[number], Record<string, string>>> = {
    'directory-service': { DELETE_GRACE_DAYS: '0' },
    'object-service': { ERASURES_PER_SECOND: '150', STATE_INTERVAL_MS: '500' },
  };
  for (const service of SERVICES) services.set(service, await startService(service, space.environment(service, overrides[service])));
  database = new pg.Client({ connectionString: space.databaseUrl });
  await database.connect();
  for (const workspace of ['north', 'south']) {
    expect((await inner('POST', '/operator/workspaces', { id: workspace, name: `${workspace} ${MARK}` })).status).toBe(201);
    tokens[workspace] = (
      await inner('POST', '/operator/tokens', {
        name: 'test',
        workspaces: [workspace],
        scopes: ['objects:write', 'objects:read', 'feed:read'],
      })
    ).json.token as string;
  }
});
afterAll(async () => {
  await database?.end();
  for (const service of [...services.values()].reverse()) await service.stop();
  await space?.close();
});

/** Also what is packed: Zstandard frames, by their first bytes (RFC 8878). */
function textOf(value: unknown): string {
  if (!Buffer.isBuffer(value)) return JSON.stringify(value) ?? '';
  return (value.length > 4 && value.readUInt32LE() === 0xfd2fb528 ? zstdDecompressSync(value) : value).toString();
}

async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select c.relnamespace::regnamespace || '.' || c.relname as name from pg_class c where c.relkind in ('r', 'p')
      and not c.relispartition and c.relnamespace::regnamespace::text = any($1)`,
    [[space.schemas.objects, space.schemas.projection]],
  );
  expect(rows.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: stored } = await database.query<Record<string, unknown>>(`select * from ${name}`);
    if (stored.some((row) => Object.values(row).some((value) => textOf(value).includes(text)))) found.push(name.split('.')[1]!);
  }
  return found.sort();
}

const erasedCount = async (): Promise<number> =>
  Number(
    (await database.query<{ count: string }>(`select count(*) from ${space.schemas.objects}.object where state->>'erased' = 'true'`))
      .rows[0]!.count,
  );

it(
  'takes away all that a deleted workspace has sent, though the service is killed midway, and nothing of another',
  { timeout: 300_000 },
  async () => {
    for (let first = 0; first < OBJECTS; first += POSTED) {
      const body = Array.from({ length: POSTED }, (_, at) => element(`north ${first + at}`, MARK));
      expect((await call('north', 'POST', '/externalObjects', body, { 'idempotency-key': `key ${first}` })).status).toBe(200);
    }
    expect((await call('north', 'PATCH', '/externalObjects/north%201', { title: `${MARK} again` })).status).toBe(200);
    expect(
      (
        await call(
          'south',
          'POST',
          '/externalObjects',
          Array.from({ length: 50 }, (_, at) => element(`south ${at}`, 'other')),
        )
      ).status,
    ).toBe(200);
    const southern = async (): Promise<unknown> => (await call('south', 'GET', '/externalObjects?limit=1000')).json;
    await expect.poll(async () => ((await southern()) as { objects: unknown[] }).objects.length, { timeout: 20_000 }).toBe(50);
    const before = await southern();
    await expect.poll(async () => (await call('north', 'GET', '/externalObjects/north%20899')).status, { timeout: 20_000 }).toBe(200);
    expect(await tablesWith(MARK)).toEqual(expect.arrayContaining(['feed_chunk', 'history', 'object', 'object_state']));

    expect((await inner('DELETE', '/operator/workspaces/north')).status).toBe(200);
    expect(await erasedCount()).toBe(0);
    // Grace times are looked at once a minute, and at a start.
    await services.get('directory-service')!.restart();
    await expect.poll(erasedCount, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    const objects = services.get('object-service')!;
    objects.signal('SIGKILL');
    await objects.exited;
    const midway = await erasedCount();
    await objects.restart();
    expect(midway).toBeGreaterThan(0);
    expect(midway).toBeLessThan(OBJECTS);

    await expect.poll(erasedCount, { timeout: 120_000 }).toBe(OBJECTS);
    await expect.poll(() => tablesWith(MARK), { timeout: 120_000, interval: 1000 }).toEqual([]);
    const newest = async (): Promise<Map<string | null, Buffer | null>> =>
      new Map((await readTopic(space.kafka, `${space.prefix}object.state`)).map(({ key, value }) => [key, value]));
    await expect
      .poll(async () => [...(await newest()).values()].filter((value) => value === null).length, { timeout: 60_000, interval: 1000 })
      .toBe(OBJECTS);
    for (const [key, value] of await newest()) expect(value === null, String(key)).toBe(key!.startsWith('north'));

    expect(await southern()).toEqual(before);
    expect((await call('south', 'POST', '/externalObjects', [element('north 5', 'mine')])).json.results[0]).toMatchObject({
      status: 'rejected',
      error: { code: 'belongs-to-another-workspace' },
    });
    expect((await call('north', 'GET', '/externalObjects')).status).toBe(403);
  },
);
