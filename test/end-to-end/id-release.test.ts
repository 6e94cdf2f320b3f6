import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topicName } from '#kafka/topics/topics.js';
import { readTopic } from '#testing/oracle/read-topic.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const SERVICES = ['directory-service', 'object-service', 'projection-service', 'report-service', 'gateway'] as const;

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
const call = (as: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  send(services.get('gateway')!.url + path, method, { authorization: `Bearer ${tokens[as]}` }, body);
const create = async (workspace: string, externalId: string): Promise<{ status: string; revision?: number; error?: { code: string } }> =>
  (
    await call(workspace, 'POST', `/groups/${workspace}/externalObjects`, [
      { externalId, locationUpdate: { newPosition: { lat: 53, lon: 7 } } },
    ])
  ).json.results[0];
const erase = (workspace: string, externalId: string): Promise<Answer> =>
  call(workspace, 'DELETE', `/groups/${workspace}/externalObjects/${encodeURIComponent(externalId)}`);
const release = (workspace: string, externalId: string, as = 'operator'): Promise<Answer> =>
  call(as, 'DELETE', `/operator/workspaces/${workspace}/ids/${encodeURIComponent(externalId)}`);
const shown = (externalId: string): Promise<Answer> => call('operator', 'GET', `/operator/ids/${encodeURIComponent(externalId)}`);
const releasesInAudit = async (): Promise<{ target: string; workspace: string; subject: string }[]> =>
  ((await inner('GET', '/operator/audit')).json.audit as { action: string; target: string; workspace: string; subject: string }[]).filter(
    ({ action }) => action === 'id.release',
  );

beforeAll(async () => {
  space = await createTestSpace('id release', { directory: 'real' });
  for (const service of SERVICES) services.set(service, await startService(service, space.environment(service)));
  database = new pg.Client({ connectionString: space.databaseUrl });
  await database.connect();
  for (const workspace of ['north', 'south']) {
    await inner('PUT', `/operator/plans/${workspace}`, { objects: 3 });
    expect((await inner('POST', '/operator/workspaces', { id: workspace, plan: workspace })).status).toBe(201);
    tokens[workspace] = (
      await inner('POST', '/operator/tokens', {
        name: 'test',
        workspaces: [workspace],
        scopes: ['objects:write', 'objects:read', 'objects:erase', 'feed:read', 'usage:read', 'audit:read'],
      })
    ).json.token as string;
  }
  tokens['operator'] = (await inner('POST', '/operator/tokens', { name: 'operator', workspaces: [], scopes: ['operator'] })).json
    .token as string;
});
afterAll(async () => {
  await database?.end();
  for (const service of [...services.values()].reverse()) await service.stop();
  await space?.close();
});

describe('an id of an object', { timeout: 120_000 }, () => {
  it('is released by an operator once no data of the object is left, then belongs to the next workspace that uses it', async () => {
    await expect.poll(async () => (await call('south', 'GET', '/groups/south/usage')).status, { timeout: 20_000 }).toBe(200);
    expect(await create('north', 'truck/1')).toMatchObject({ status: 'created', revision: 1 });
    expect((await create('south', 'truck/1')).error?.code).toBe('belongs-to-another-workspace');
    expect(await shown('truck/1')).toMatchObject({
      status: 200,
      json: { externalId: 'truck/1', workspace: 'north', erased: false, revision: 1 },
    });
    expect((await shown('nobody')).status).toBe(404);

    expect(await release('north', 'truck/1')).toMatchObject({ status: 409, json: { code: 'id-in-use' } });
    expect((await erase('north', 'truck/1')).status).toBe(200);
    for (const [workspace, as, status] of [
      ['north', 'north', 403],
      ['north', 'south', 403],
      ['south', 'operator', 404],
    ] as const)
      expect((await release(workspace, 'truck/1', as)).status, `${workspace} by ${as}`).toBe(status);
    expect((await create('south', 'truck/1')).error?.code).toBe('belongs-to-another-workspace');

    expect(await release('north', 'truck/1')).toMatchObject({ status: 200, json: { revision: 3 } });
    expect((await shown('truck/1')).json).toMatchObject({ workspace: null, erased: true, revision: 3 });
    expect(await release('north', 'truck/1')).toMatchObject({ status: 404, json: { code: 'unknown-object' } });
    expect(await create('south', 'truck/1')).toMatchObject({ status: 'created', revision: 4 });
    expect((await create('north', 'truck/1')).error?.code).toBe('belongs-to-another-workspace');
    expect((await shown('truck/1')).json).toMatchObject({ workspace: 'south', erased: false, revision: 4 });
  });

  it('shows the new owner its object alone, and the former one that it is gone', async () => {
    await expect
      .poll(async () => (await call('south', 'GET', '/groups/south/externalObjects/truck%2F1')).status, { timeout: 20_000 })
      .toBe(200);
    expect(
      (await call('south', 'GET', '/groups/south/externalObjects/truck%2F1/history')).json.history.map(
        ({ revision }: { revision: number }) => revision,
      ),
    ).toEqual([4]);
    expect(
      (await call('south', 'GET', '/groups/south/changes')).json.changes.map(
        ({ externalId, revision }: { externalId: string; revision: number }) => [externalId, revision],
      ),
    ).toEqual([['truck/1', 4]]);
    expect((await call('north', 'GET', '/groups/north/externalObjects/truck%2F1')).status).toBe(404);
    expect(
      (await call('north', 'GET', '/groups/north/changes')).json.changes.map(({ revision }: { revision: number }) => revision),
    ).toEqual([1, 2, 3]);
    const events = await readTopic(space.kafka, topicName(space.prefix, 'object.events'));
    expect(
      events.map(({ headers, value }) => [
        headers['ce_type'],
        headers['ce_workspace'],
        headers['ce_revision'],
        (JSON.parse(String(value)) as { idReleased?: true }).idReleased,
      ]),
    ).toEqual([
      ['waymark.object.created.v1', 'north', '1', undefined],
      ['waymark.object.erased.v1', 'north', '2', undefined],
      ['waymark.object.erased.v1', 'north', '3', true],
      ['waymark.object.created.v1', 'south', '4', undefined],
    ]);
    for (const service of ['projection-service', 'report-service'] as const)
      expect((await fetch(`${services.get(service)!.url}/health/ready`)).status, service).toBe(200);
  });

  it('counts for the workspace that has the object', async () => {
    expect((await call('north', 'GET', '/groups/north/usage')).json).toMatchObject({
      objects: { used: 0, left: 3, limit: 3, createdToday: 1, leftToday: null, limitPerDay: null },
    });
    expect((await call('south', 'GET', '/groups/south/usage')).json.objects).toMatchObject({ used: 1, left: 2 });
    expect((await call('operator', 'GET', '/operator/workspaces/south/usage')).json.objects).toMatchObject({ used: 1, limit: 3 });
    expect(
      (await call('operator', 'GET', '/operator/usage')).json.usage.map(
        ({ workspace, objects }: { workspace: string; objects: { used: number } }) => [workspace, objects.used],
      ),
    ).toEqual([
      ['north', 0],
      ['south', 1],
    ]);
    const results = (
      await call(
        'south',
        'POST',
        '/groups/south/externalObjects',
        ['a', 'b', 'c', 'truck/1'].map((externalId) => ({ externalId, locationUpdate: { newPosition: { lat: 53, lon: 7 } } })),
      )
    ).json.results as { status: string; error?: { code: string } }[];
    expect(results.map(({ status }) => status).sort()).toEqual(['created', 'created', 'rejected', 'updated']);
    expect(results.find(({ error }) => error)?.error?.code).toBe('too-many-objects');
  });

  it('is in the audit of the operator and of the workspace, including refused requests', async () => {
    const lines = await releasesInAudit();
    expect(new Set(lines.map(({ target }) => target))).toEqual(new Set(['object:truck/1']));
    expect(lines.every(({ subject }) => subject.startsWith('token:'))).toBe(true);
    // Asked for four times by the operator; tokens of workspaces never get so far.
    expect(lines.map(({ workspace }) => workspace).sort()).toEqual(['north', 'north', 'north', 'south']);
    expect((await call('north', 'GET', '/groups/north/audit?kind=id')).json.audit).toHaveLength(3);
  });

  it('is not released without its line in the audit', async () => {
    expect(await create('north', 'unheard')).toMatchObject({ status: 'created' });
    expect((await erase('north', 'unheard')).status).toBe(200);
    await database.query(`alter table ${space.schemas.directory}.audit add constraint no_line_any_more check (false) not valid`);
    expect((await release('north', 'unheard')).status).toBe(503);
    await database.query(`alter table ${space.schemas.directory}.audit drop constraint no_line_any_more`);
    expect((await shown('unheard')).json).toMatchObject({ workspace: 'north', revision: 2 });
    await services.get('directory-service')!.stop();
    expect((await release('north', 'unheard')).status).toBe(503);
    expect((await shown('unheard')).json).toMatchObject({ workspace: 'north', revision: 2 });
  });
});
