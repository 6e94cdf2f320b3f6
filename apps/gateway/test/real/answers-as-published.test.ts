import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
const services: RunningService[] = [];
let url: string;
let operator: string;
let member: string;

beforeAll(async () => {
  space = await createTestSpace('answers', { directory: 'real' });
  for (const name of [
    'directory-service',
    'object-service',
    'projection-service',
    'area-service',
    'webhook-service',
    'report-service',
    'gateway',
  ] as const)
    services.push(await startService(name, space.environment(name)));
  url = services.at(-1)!.url;
  operator = await tokenOf({ name: 'operator', workspaces: [], scopes: ['operator'] });
  expect((await call('POST', '/operator/workspaces', { id: 'quay' })).status).toBe(201);
  member = await tokenOf({
    name: 'member',
    workspaces: ['quay'],
    scopes: ['objects:write', 'objects:read', 'feed:read', 'reports:read', 'areas:write', 'tokens:admin', 'webhooks:admin'],
  });
});
afterAll(async () => {
  for (const service of services.reverse()) await service.stop();
  await space?.close();
});

async function tokenOf(order: object): Promise<string> {
  const answer = await fetch(`${services[0]!.url}/operator/tokens`, {
    method: 'POST',
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const token = path.startsWith('/operator') ? operator : member;
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

const ajv = new Ajv({ strict: false, validateFormats: false });
const published = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../contract/published/${name}.json`, import.meta.url), 'utf8')) as object;

/** Checks the answer against its published contract; returns the body. */
async function keeps(contract: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<unknown> {
  const answer = await call(method, path, body, headers);
  const [, status = String(answer.status)] = contract.split('.');
  expect([contract, String(answer.status)], JSON.stringify(answer.body)).toEqual([contract, status]);
  const isValid = ajv.compile(published(contract));
  expect([contract, isValid(answer.body), isValid.errors]).toEqual([contract, true, null]);
  return answer.body;
}

const OBJECTS = '/groups/quay/externalObjects';
const update = (externalId: string) => ({
  externalId,
  locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
  fieldValues: [
    { type: 'Number', field: 'load', value: 3 },
    { type: 'Category', field: 'kind', value: { namespace: 'n', categoryName: 'c' } },
  ],
  initialExternalObject: { title: 'Crane' },
});

describe('a real answer is as its contract was published:', () => {
  it('updates and edits', async () => {
    const made = (await keeps('updateObjects.200', 'POST', OBJECTS, [update('a'), update('b')])) as { operationId: string };
    await keeps('updateObjects.202', 'POST', OBJECTS, [update('a')], { prefer: 'respond-async' });
    await keeps('updateObjects.207', 'POST', OBJECTS, [update('a'), { externalId: 'c' }]);
    await keeps('updateObjects.422', 'POST', OBJECTS, [{ externalId: 'c' }]);
    await keeps('readOperation.200', 'GET', `/groups/quay/operations/${made.operationId}`);
    await keeps('editObject.200', 'PATCH', `${OBJECTS}/a`, { title: null, type: 'lift' });
    await keeps('archiveObject.200', 'POST', `${OBJECTS}/b/archive`);
    await keeps('restoreObject.200', 'POST', `${OBJECTS}/b/restore`);
  });

  it('reads', async () => {
    await vi.waitFor(async () => expect((await call('GET', `${OBJECTS}/a`)).body).toMatchObject({ type: 'lift' }), {
      timeout: 10_000,
      interval: 100,
    });
    await keeps('readObject.200', 'GET', `${OBJECTS}/a`);
    await keeps('listObjects.200', 'GET', `${OBJECTS}?limit=1`);
    await keeps('readHistory.200', 'GET', `${OBJECTS}/a/history`);
    for (const mode of ['events', 'state']) await keeps('pollChanges.200', 'GET', `/groups/quay/changes?cursor=earliest&mode=${mode}`);
  });

  it('reports', async () => {
    await vi.waitFor(
      async () => expect((await call('GET', '/groups/quay/reports/tracking')).body).toMatchObject({ rows: [{ created: 2 }] }),
      { timeout: 10_000, interval: 100 },
    );
    await vi.waitFor(
      async () =>
        expect((await call('GET', '/groups/quay/reports/access?by=kind&kind=changed')).body).toMatchObject({ rows: [{ kind: 'changed' }] }),
      { timeout: 10_000, interval: 100 },
    );
    await keeps('readTrackingReport.200', 'GET', '/groups/quay/reports/tracking?by=type&by=category&field=kind');
    await keeps('readValuesReport.200', 'GET', '/groups/quay/reports/values?by=type&by=category&field=kind');
    await keeps('readUsageReport.200', 'GET', '/groups/quay/reports/usage?by=caller');
    await keeps('readAccessReport.200', 'GET', '/groups/quay/reports/access?by=caller&by=kind&by=operation&by=type');
  });

  it('areas', async () => {
    const at = '/groups/quay/areas';
    const area = {
      name: 'Quay',
      category: 'quay',
      floor: 1,
      geometry: { type: 'Circle', center: [-2.98, 53.4], radius: 50 },
      dwellSeconds: 60,
      absentSeconds: 60,
      confirmSeconds: 0,
    };
    const { areaId } = (await keeps('createArea.201', 'POST', at, area)) as { areaId: string };
    await keeps('importAreas.201', 'POST', `${at}/import`, {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: { name: 'Gate', radius: 5 }, geometry: { type: 'Point', coordinates: [0, 0] } }],
    });
    await keeps('readArea.200', 'GET', `${at}/${areaId}`);
    await keeps('replaceArea.200', 'PUT', `${at}/${areaId}`, { ...area, floor: 'roof' });
    await keeps('listAreas.200', 'GET', `${at}?limit=1`);
    await call('POST', OBJECTS, [update('visitor')]);
    await vi.waitFor(
      async () => expect((await call('GET', `${at}/${areaId}/visits`)).body).toMatchObject({ visits: [{ externalId: 'visitor' }] }),
      { timeout: 10_000, interval: 100 },
    );
    await keeps('listVisits.200', 'GET', `${at}/${areaId}/visits`);
    await keeps('deleteArea.204', 'DELETE', `${at}/${areaId}`);
  });

  it('workspaces, plans, tokens, keys, audit, diagnosis', async () => {
    const at = '/operator/workspaces/yard';
    await keeps('createWorkspace.201', 'POST', '/operator/workspaces', { id: 'yard', plan: 'free' });
    await keeps('changeWorkspace.200', 'PATCH', at, { name: 'The yard' });
    for (const change of ['suspend', 'resume'] as const) await keeps(`${change}Workspace.200`, 'POST', `${at}/${change}`);
    await keeps('deleteWorkspace.200', 'DELETE', at);
    await keeps('readWorkspace.200', 'GET', at);
    await keeps('restoreWorkspace.200', 'POST', `${at}/restore`);
    await keeps('findWorkspace.200', 'GET', '/workspaces?name=quay');
    await keeps('listWorkspaces.200', 'GET', '/operator/workspaces');
    await keeps('putPlan.200', 'PUT', '/operator/plans/small', { callsPerMonth: 5 });
    await keeps('listPlans.200', 'GET', '/operator/plans');
    await keeps('removePlan.204', 'DELETE', '/operator/plans/small');
    const made = (await keeps('createToken.201', 'POST', '/operator/tokens', {
      name: 'x',
      workspaces: ['quay'],
      scopes: ['objects:read'],
      narrowed: { types: ['lift'] },
    })) as { id: string };
    await keeps('listTokens.200', 'GET', '/operator/tokens');
    await keeps('revokeToken.204', 'DELETE', `/operator/tokens/${made.id}`);
    const own = (await keeps('createWorkspaceToken.201', 'POST', '/groups/quay/tokens', { name: 'y', scopes: ['objects:read'] })) as {
      id: string;
    };
    await keeps('listWorkspaceTokens.200', 'GET', '/groups/quay/tokens');
    await keeps('revokeWorkspaceToken.204', 'DELETE', `/groups/quay/tokens/${own.id}`);
    const { kid } = (await keeps('rotateKeys.201', 'POST', '/operator/keys/rotate', {})) as { kid: string };
    await keeps('listKeys.200', 'GET', '/operator/keys');
    await keeps('withdrawKey.204', 'DELETE', `/operator/keys/${kid}`);
    await keeps('readAudit.200', 'GET', '/operator/audit');
    await keeps('diagnose.200', 'GET', '/operator/diagnosis');
    await keeps('readLag.200', 'GET', '/operator/lag');
    await keeps('listDeadLetters.200', 'GET', '/operator/dead-letters');
  });

  it('webhooks', async () => {
    const { id } = (await keeps('createWebhook.201', 'POST', '/groups/quay/webhooks', { url: 'https://hooks.example.invalid/quay' })) as {
      id: string;
    };
    const at = `/groups/quay/webhooks/${id}`;
    await keeps('testWebhook.200', 'POST', `${at}/test`);
    await keeps('listDeliveries.200', 'GET', `${at}/deliveries`);
    await keeps('rotateWebhookSecret.200', 'POST', `${at}/rotate-secret`);
    await keeps('replayWebhook.200', 'POST', `${at}/replay`, { from: 'earliest' });
    await vi.waitFor(async () => expect((await call('GET', at)).body).toMatchObject({ state: 'failing' }), {
      timeout: 10_000,
      interval: 100,
    });
    await keeps('readWebhook.200', 'GET', at);
    await keeps('listWebhooks.200', 'GET', '/groups/quay/webhooks');
    await keeps('listAllWebhooks.200', 'GET', '/operator/webhooks?workspace=quay');
    await keeps('resumeWebhook.200', 'POST', `${at}/resume`);
    await keeps('putWebhook.200', 'PUT', at, { url: 'https://hooks.example.invalid/other', enabled: false });
    await keeps('deleteWebhook.204', 'DELETE', at);
  });

  it('the public routes', async () => {
    await keeps('readKeys.200', 'GET', '/.well-known/jwks.json');
    await keeps('readInterface.200', 'GET', '/openapi.json');
    await keeps('live.200', 'GET', '/health/live');
    await keeps('ready.200', 'GET', '/health/ready');
  });

  it('refusals', async () => {
    await keeps('problem', 'GET', '/nowhere');
    await keeps('problem', 'GET', '/groups/elsewhere/changes');
    await keeps('problem', 'POST', '/operator/workspaces', { id: 'not alphanumeric' });
    await keeps('problem', 'POST', OBJECTS, []);
    await keeps('problem', 'GET', '/health/live', undefined, { 'waymark-version': '2020-01-01' });
  });
});
