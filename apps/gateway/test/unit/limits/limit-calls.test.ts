import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import { Limits } from '../../../src/limits/limits.js';
import { type GatewayInTest, type Projection, serveProjection, startGateway } from '../gateway-in-test.js';

let projection: Projection;
let directory: Server;
let gateway: GatewayInTest;
let token: string;
/** Status of the projection's answers, and whether the directory answers. */
let status = 200;
let answering = true;
let revision = 10;

beforeAll(async () => {
  projection = await serveProjection((_request, response) =>
    response.writeHead(status, { 'content-type': status < 500 ? 'application/json' : 'application/problem+json' }).end('{}'),
  );
  directory = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      if (!answering) return response.writeHead(503).end();
      const { accounts } = JSON.parse(text) as {
        accounts: { workspace: string; month: string; used: number; left: number; wanted: boolean }[];
      };
      const grants = accounts.map(({ workspace, month, used, left, wanted }) => ({
        workspace,
        month,
        granted: wanted ? 5 - used - left : 0,
        keep: null,
        limit: 5,
        used,
        leased: 5 - used,
      }));
      return response.end(JSON.stringify({ now: Date.now(), gateways: 1, nextInMs: 1000, accounts: grants, shares: {} }));
    });
  });
  await new Promise<void>((resolve) => directory.listen(0, '127.0.0.1', resolve));
  gateway = await startGateway(projection.url, { DIRECTORY_URL: `http://127.0.0.1:${(directory.address() as AddressInfo).port}` });
  gateway.app.get(Limits).start();
  token = await gateway.token(['ws1', 'ws2', 'own', 'other', 'north'], ['objects:write', 'objects:read', 'feed:read']);
});
afterAll(async () => {
  await gateway.close();
  await projection.close();
  directory.close();
});
beforeEach(() => {
  status = 200;
  answering = true;
});

function limit(workspace: string, limits: Partial<PlanLimits>): void {
  revision += 1;
  gateway.directory.apply({
    key: `plan:of-${workspace}`,
    revision,
    body: { name: `of-${workspace}`, limits: { ...UNLIMITED, ...limits } },
  });
  gateway.directory.apply({
    key: `workspace:${workspace}`,
    revision,
    body: {
      id: workspace,
      name: workspace,
      formerNames: [],
      status: 'active',
      plan: `of-${workspace}`,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  });
}

const call = (method: string, workspace: string, path = '/externalObjects', headers: Record<string, string> = {}, body?: string) =>
  gateway.call(method, `/groups/${workspace}${path}`, { authorization: `Bearer ${token}`, ...headers }, body);

describe('calls of a limited workspace', () => {
  it('show what is left on every answer, including refusals; a HEAD is one call', async () => {
    limit('ws1', { callsPerSecond: 1, burstSeconds: 4 });
    expect((await call('GET', 'ws1')).headers).toMatchObject({
      'ratelimit-policy': '"calls-per-second";q=4;w=4',
      ratelimit: '"calls-per-second";r=3;t=1',
    });
    expect((await call('HEAD', 'ws1', '/externalObjects/a')).headers['ratelimit']).toBe('"calls-per-second";r=2;t=1');
    status = 404;
    expect((await call('GET', 'ws1', '/changes')).headers['ratelimit']).toBe('"calls-per-second";r=1;t=1');
    await call('GET', 'ws1');
    const refused = await call('GET', 'ws1');
    expect([refused.status, refused.headers['ratelimit'], refused.headers['retry-after']]).toEqual([
      429,
      '"calls-per-second";r=0;t=1',
      '1',
    ]);
    expect(refused.json).toMatchObject({
      type: 'urn:waymark:problem:rate-limited',
      plan: 'of-ws1',
      limit: 'calls-per-second',
      quota: 4,
      windowSeconds: 4,
      used: 4,
      left: 0,
      applied: 0,
    });
    expect(Date.parse(refused.json.resetsAt)).toBeGreaterThan(Date.now());
    expect((await gateway.call('GET', '/metrics')).text).toMatch(
      /waymark_limit_refusals_total\{limit="calls-per-second",service="gateway"\} 1/,
    );
  });

  it('are refused before a body is read', async () => {
    limit('ws2', { callsPerSecond: 1, burstSeconds: 1, bodyBytes: 2000 });
    expect((await call('POST', 'ws2', '/externalObjects', { 'content-type': 'application/json' }, '[]')).json).toEqual({ bytes: 2 });
    const head = (length: number): string =>
      `POST /groups/ws2/externalObjects HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: ` +
      `application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
    expect(await gateway.raw(head(1000))).toMatch(/^HTTP\/1.1 429 /);
    expect(await gateway.raw(head(2001))).toMatch(/^HTTP\/1.1 413 [^]*"plan":"of-ws2","limit":"bodyBytes","largest":2000/);
  });

  it.each([
    ['its token was revoked', 401, 'unauthenticated'],
    ['its workspace was suspended', 403, 'workspace-suspended'],
  ] as const)('of the backlog lane are authorised again after their wait: %s', async (what, refused, type) => {
    limit('patient', { callsPerSecond: 1, burstSeconds: 2 });
    const waiter = await gateway.token(['patient'], ['objects:write']);
    const post = () =>
      gateway.call(
        'POST',
        '/groups/patient/externalObjects',
        { authorization: `Bearer ${waiter}`, 'content-type': 'application/json', priority: 'u=7' },
        '[]',
      );
    expect((await post()).status).toBe(200);
    const waiting = post();
    await new Promise((resolve) => setTimeout(resolve, 200));
    revision += 1;
    const { jti, exp } = decodeJwt(waiter) as { jti: string; exp: number };
    if (refused === 401) gateway.directory.apply({ key: `revocation:${jti}`, revision, body: { tokenId: jti, expiresAt: exp } });
    else
      gateway.directory.apply({
        key: 'workspace:patient',
        revision,
        body: { ...gateway.directory.workspace('patient'), status: 'suspended' },
      });
    expect(await waiting, what).toMatchObject({ status: refused, json: { type: `urn:waymark:problem:${type}` } });
  });

  it('that are refused for another reason do not count: another workspace, a header, an id', async () => {
    limit('own', { callsPerSecond: 1, burstSeconds: 2 });
    expect((await call('GET', 'own', '/externalObjects', { accept: 'text/plain' })).status).toBe(406);
    expect((await call('GET', 'own', `/externalObjects/${'a'.repeat(300)}`)).status).toBeGreaterThanOrEqual(400);
    expect((await call('GET', 'own')).headers['ratelimit']).toBe('"calls-per-second";r=1;t=1');
  });

  it('use the month that the directory reports; a 5xx does not count', async () => {
    limit('other', { callsPerMonth: 5 });
    const monthOf = async (): Promise<string> =>
      /"calls-per-month";r=(\d+);t=\d+/.exec((await call('GET', 'other')).headers['ratelimit'] as string)![1]!;
    expect([await monthOf(), await monthOf()]).toEqual(['4', '3']);
    status = 500;
    expect(await monthOf()).toBe('3');
    status = 200;
    expect([await monthOf(), await monthOf(), await monthOf()]).toEqual(['2', '1', '0']);
    const refused = await call('GET', 'other');
    expect(refused).toMatchObject({ status: 429, json: { type: 'urn:waymark:problem:quota-exceeded', used: 5, left: 0 } });
    expect(new Date(refused.json.resetsAt).getUTCDate()).toBe(1);
  });

  it('without a lease get 503 while the directory is away; those without limits do not notice', async () => {
    limit('north', { callsPerMonth: 5 });
    answering = false;
    // Until a report has failed, the directory counts as available.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await call('GET', 'north')).toMatchObject({
      status: 503,
      json: { type: 'urn:waymark:problem:quota-unavailable', limit: 'calls-per-month', applied: 0 },
    });
    const unlimited = await gateway.call('GET', '/groups/w1/externalObjects', { authorization: `Bearer ${await gateway.token(['w1'])}` });
    expect([unlimited.status, unlimited.headers['ratelimit']]).toEqual([200, undefined]);
  });
});
