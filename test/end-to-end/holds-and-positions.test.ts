import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Scope, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { topicName } from '#kafka/topics/topics.js';
import { freePorts } from '#stack/processes/free-port.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { readTopic } from '#testing/oracle/read-topic.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

let space: TestSpace;
let database: pg.Client;
let reader: string;
const services: RunningService[] = [];
/** The first gateway reads from the first projection, the second from the other, which has a separate role for reads. */
let gateways: [RunningService, RunningService];
let projections: [RunningService, RunningService];
let token: string;
let directoryUrl: string;

const inner = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(directoryUrl + path, {
    method,
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });

async function start(service: ServiceName, overrides: Record<string, string> = {}): Promise<RunningService> {
  const started = await startService(service, space.environment(service, overrides));
  services.push(started);
  return started;
}

beforeAll(async () => {
  space = await createTestSpace('holds', { directory: 'real' });
  database = new pg.Client({ connectionString: space.databaseUrl });
  await database.connect();
  const [directory, first] = await Promise.all([
    start('directory-service', { DELETE_GRACE_DAYS: '0' }),
    start('projection-service'),
    start('object-service', { STATE_INTERVAL_MS: '200' }),
  ]);
  reader = `reader_${space.schemas.projection}`.slice(0, 60);
  const schema = space.schemas.projection;
  await database.query(
    `create role ${reader} login password 'reader'; grant usage on schema ${schema} to ${reader}; grant
      select on all tables in schema ${schema} to ${reader}`,
  );
  const readUrl = new URL(space.databaseUrl);
  readUrl.username = reader;
  readUrl.password = 'reader';
  const [projectionPort, gatewayPort] = (await freePorts(2)) as [number, number];
  const [second, ...doors] = await Promise.all([
    start('projection-service', { PORT: String(projectionPort), DATABASE_READ_URL: readUrl.href }),
    start('gateway'),
    start('gateway', { PORT: String(gatewayPort), PROJECTION_URL: `http://127.0.0.1:${projectionPort}`, INSTANCE_ID: 'second' }),
  ]);
  projections = [first!, second!];
  gateways = doors as typeof gateways;
  directoryUrl = directory!.url;
  for (const id of ['north', 'south']) expect((await inner('POST', '/operator/workspaces', { id })).status).toBe(201);
  token = (
    (await (await inner('POST', '/operator/tokens', { name: 'all', workspaces: ['north', 'south'], scopes: WORKSPACE_SCOPES })).json()) as {
      token: string;
    }
  ).token;
  await vi.waitFor(async () => expect((await get('/externalObjects')).status).toBe(200), { timeout: 30_000 });
});
afterAll(async () => {
  for (const service of services.reverse()) await service.stop();
  if (reader) await database.query(`drop owned by ${reader}; drop role ${reader}`).catch(() => undefined);
  await database?.end();
  await space?.close();
});

async function ask(
  method: string,
  path: string,
  { body, headers = {}, at = 0, bearer = token }: { body?: unknown; headers?: Record<string, string>; at?: 0 | 1; bearer?: string } = {},
): Promise<Answer> {
  const answer = await fetch(gateways[at].url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: /[/+]json(;|$)/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
  };
}
const get = (path: string, more: Parameters<typeof ask>[2] = {}): Promise<Answer> => ask('GET', `/groups/north${path}`, more);
const OBJECT = '/groups/north/externalObjects/';
const element = (externalId: string, lat: number, type = 'crane'): object => ({
  externalId,
  locationUpdate: { newPosition: { lat, lon: 2 } },
  fieldValues: [{ type: 'String', field: 'note', value: 'mark-5d1f' }],
  initialExternalObject: { type },
});
const post = (elements: object[], headers: Record<string, string> = {}, at: 0 | 1 = 0): Promise<Answer> =>
  ask('POST', '/groups/north/externalObjects', { body: elements, headers, at });
const after = (written: Answer): Record<string, string> => ({ 'waymark-position': written.json.operationId as string, prefer: 'wait=10' });

describe('one object', () => {
  it('is erased with all its data, once, by callers with the scope, and its id stays', async () => {
    await post([element('a/1', 1), element('other', 1)]);
    const written = await post([element('a/1', 2)]);
    const erase = (more: Parameters<typeof ask>[2] = {}): Promise<Answer> => ask('DELETE', `${OBJECT}a%2F1`, more);
    expect(await erase({ headers: { 'if-match': '"1"' } })).toMatchObject({ status: 412 });
    const few = await ask('POST', '/groups/north/tokens', {
      body: { name: 'few', scopes: ['objects:write', 'objects:read'] satisfies Scope[] },
    });
    expect(await erase({ bearer: few.json.token })).toMatchObject({
      status: 403,
      json: { detail: 'The token lacks the scope objects:erase.' },
    });
    const narrowed = await ask('POST', '/groups/north/tokens', {
      body: { name: 'vans', scopes: ['objects:erase', 'objects:read'], narrowed: { types: ['van'] } },
    });
    expect(await erase({ bearer: narrowed.json.token })).toMatchObject({ status: 404 });

    const exported = await get('/externalObjects/a%2F1/export', { headers: after(written) });
    const lines = exported.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; object?: object; change?: { revision: number }; changes?: number });
    expect(lines.map(({ kind }) => kind)).toEqual(['object', 'change', 'change', 'end']);
    expect(lines[0]!.object).toMatchObject({
      externalId: 'a/1',
      workspace: 'north',
      revision: 2,
      position: { lat: 2 },
      fields: { note: { value: 'mark-5d1f' } },
    });
    expect(lines.slice(1, 3).map(({ change }) => change!.revision)).toEqual([1, 2]);
    expect(lines[3]!.changes).toBe(2);

    const key = { 'idempotency-key': 'erase-1', 'if-match': '"2"' };
    const erased = await erase({ headers: key });
    expect(erased).toMatchObject({ status: 200, json: { externalId: 'a/1', status: 'updated', revision: 3 } });
    expect(erased.headers.get('etag')).toBeNull();
    expect(await erase({ headers: key })).toMatchObject({ status: 200, json: { operationId: erased.json.operationId } });
    expect(await erase()).toMatchObject({ status: 404, json: { code: 'unknown-object' } });
    for (const path of ['', '/history', '/export', '/hold']) {
      const gone = await get(`/externalObjects/a%2F1${path}`, { headers: after(erased) });
      expect(gone, path).toMatchObject({ status: 404, json: { type: 'urn:waymark:problem:unknown-object', erasedAt: expect.any(String) } });
      expect(gone.headers.get('waymark-position'), path).toBe(erased.json.operationId);
    }
    await expect
      .poll(
        async () =>
          (await readTopic(space.kafka, topicName(space.prefix, 'object.state'))).filter(({ key: id }) => String(id) === 'a/1').at(-1)
            ?.value,
      )
      .toBeNull();
    expect((await ask('POST', '/groups/south/externalObjects', { body: [element('a/1', 9)] })).json.results[0].error.code).toBe(
      'belongs-to-another-workspace',
    );
    expect((await post([element('a/1', 4)])).json.results[0]).toMatchObject({ status: 'created', revision: 4 });
  });

  it('is not erased under a legal hold, its own or its workspace’s, until it is released', async () => {
    await post([element('b', 1)]);
    const held = await ask('PUT', `${OBJECT}b/hold`, { body: { reason: 'case 17' } });
    expect(held).toMatchObject({ status: 200, json: { revision: 2 } });
    expect(await ask('PUT', `${OBJECT}b/hold`, { body: { reason: ' ' } })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/reason' }] },
    });
    expect((await get('/externalObjects/b/hold', { headers: after(held) })).json).toEqual({
      externalId: 'b',
      reason: 'case 17',
      by: expect.any(String),
      since: expect.any(String),
    });
    await expect
      .poll(async () => (await get('/holds')).json)
      .toMatchObject({ holds: [{ externalId: 'b', reason: 'case 17' }], next: null, ofWorkspace: null });
    expect((await get('/holds?id=b&id=a')).json).toMatchObject({ holds: [{ externalId: 'b' }], next: null });
    expect((await get('/holds?id=a')).json).toMatchObject({ holds: [], next: null });
    expect((await get(`/holds?${Array.from({ length: 51 }, (_, at) => `id=${at}`).join('&')}`)).status).toBe(400);
    expect((await get('/externalObjects/b')).json).not.toHaveProperty('hold');
    const refused = await ask('DELETE', `${OBJECT}b`);
    expect(refused).toMatchObject({ status: 409, json: { type: 'urn:waymark:problem:legal-hold', code: 'legal-hold' } });
    expect(refused.json.detail).toMatch(/released/);

    expect((await ask('PUT', '/groups/north/hold', { body: { reason: 'audit' } })).json).toMatchObject({
      workspace: 'north',
      reason: 'audit',
      byOperator: false,
    });
    await expect
      .poll(async () => (await get('/holds?id=none')).json)
      .toMatchObject({ holds: [], ofWorkspace: { workspace: 'north', reason: 'audit' } });
    // The other gateway learns of it a moment later.
    await expect
      .poll(async () => (await get('/holds?id=none', { at: 1 })).json)
      .toMatchObject({ holds: [], ofWorkspace: { workspace: 'north', reason: 'audit' } });
    const released = await ask('DELETE', `${OBJECT}b/hold`);
    expect(released.status).toBe(200);
    for (const at of [0, 1] as const) await expect.poll(async () => (await ask('DELETE', `${OBJECT}b`, { at })).status).toBe(409);
    const removal = await inner('DELETE', '/operator/workspaces/north');
    expect([removal.status, await removal.json()]).toEqual([409, expect.objectContaining({ type: 'urn:waymark:problem:legal-hold' })]);
    expect((await ask('DELETE', '/groups/north/hold')).status).toBe(204);
    expect((await get('/externalObjects/b/hold', { headers: after(released) })).json).toMatchObject({
      type: 'urn:waymark:problem:not-found',
    });
    await expect.poll(async () => (await ask('DELETE', `${OBJECT}b`)).status).toBe(200);
  });

  it('is kept for as long as the workspace says, within its plan, and each decision is in the audit', async () => {
    const rules = { historyDays: 30, eraseAfterDays: 400, types: [{ type: 'crane', historyDays: 7 }] };
    expect(await ask('PUT', '/groups/north/retention', { body: rules })).toMatchObject({
      status: 200,
      json: { ...rules, planHistoryDays: null },
    });
    expect((await get('/retention')).json).toMatchObject(rules);
    expect(await ask('PUT', '/groups/north/retention', { body: { types: [{ type: 'crane' }, { type: 'crane' }] } })).toMatchObject({
      status: 422,
    });
    const { rows } = await database.query<{ action: string }>(
      `select action from ${space.schemas.directory}.audit where workspace = 'north' order by id`,
    );
    expect(rows.map(({ action }) => action).filter((action) => /hold|retention/.test(action))).toEqual([
      'hold.put',
      'hold.release',
      'retention.put',
    ]);
  });
});

describe('reads', () => {
  it('contain what an operation has changed, on any instance, also while partitions move', { timeout: 180_000 }, async () => {
    const elements = (lat: number): object[] => Array.from({ length: 12 }, (_, n) => element(`moved ${n}`, lat));
    const wait = 30;
    const round = async (lat: number): Promise<void> => {
      const at = (lat % 2) as 0 | 1;
      const written = await post(elements(lat), { prefer: lat % 3 === 0 ? 'respond-async' : 'wait=10' });
      const list = await get('/externalObjects?limit=1000', {
        at,
        headers: { 'waymark-position': written.json.operationId, prefer: `wait=${wait}` },
      });
      expect([list.headers.get('waymark-position'), list.headers.get('preference-applied')]).toEqual([
        written.json.operationId,
        `wait=${wait}`,
      ]);
      const moved = (list.json.objects as { externalId: string; position: { lat: number } }[]).filter(({ externalId }) =>
        externalId.startsWith('moved'),
      );
      expect(moved.map(({ position }) => position.lat)).toEqual(Array.from({ length: 12 }, () => lat));
    };
    for (let lat = 1; lat <= 16; lat++) await round(lat);
    const used = await database.query('select 1 from pg_stat_activity where usename = $1', [reader]);
    expect(used.rowCount).toBeGreaterThan(0);
    // One instance leaves; the other takes its partitions over, and its reads are right at every moment.
    const leaving = projections[0].stop();
    for (let lat = 17; lat <= 31; lat += 2) await round(lat);
    await leaving;
    for (let lat = 33; lat <= 37; lat += 2) await round(lat);
  });

  it('report their lag, and answer at the end of the wait with the present data', async () => {
    const read = (headers: Record<string, string> = {}): Promise<Answer> => get('/externalObjects/lagging', { at: 1, headers });
    const first = await post([element('lagging', 1)]);
    expect((await read(after(first))).json.position.lat).toBe(1);
    await expect.poll(async () => Number((await read()).headers.get('waymark-lag'))).toBeLessThan(1);
    // The projection's writer waits for this transaction.
    await database.query('begin');
    await database.query('select pg_advisory_xact_lock(hashtext($1))', [`waymark.swap.${space.schemas.projection}`]);
    const second = await post([element('lagging', 2)]);
    const startedAt = performance.now();
    const late = await read({ 'waymark-position': second.json.operationId, prefer: 'wait=2' });
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    expect([late.status, late.json.position.lat, late.headers.get('waymark-position'), late.headers.get('preference-applied')]).toEqual([
      200,
      1,
      null,
      'wait=2',
    ]);
    expect(Number(late.headers.get('waymark-lag'))).toBeGreaterThanOrEqual(1.5);
    expect(Number(late.headers.get('age'))).toBeGreaterThanOrEqual(1);
    await database.query('rollback');
    expect((await read(after(second))).json.position.lat).toBe(2);
    await expect.poll(async () => (await read()).headers.get('age')).toBeNull();
    for (const position of ['x', second.json.operationId.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))])
      expect(await read({ 'waymark-position': position })).toMatchObject({
        status: 400,
        json: { type: 'urn:waymark:problem:invalid-header' },
      });
  });
});
