import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceMove } from '#contracts/directory/records.js';
import { mintToken } from '#identity/token-minting.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '#stack/services/service-environment.js';
import { ROUTES } from '../../src/routes/routes.js';
import { type GatewayInTest, type Projection, serveProjection, startGateway } from './gateway-in-test.js';

const MOVE = '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d';
const SINCE = '2026-11-25T10:00:00.000Z';
const STATES: Record<string, WorkspaceMove | undefined> = {
  arriving: { id: MOVE, state: 'receiving', since: SINCE },
  copied: { id: MOVE, state: 'copying', since: SINCE, address: 'https://waymark.example' },
  closed: { id: MOVE, state: 'closing', since: SINCE, until: SINCE, address: 'https://waymark.example' },
  left: { id: MOVE, state: 'forwarding', since: SINCE, address: 'https://waymark.example' },
  inUse: undefined,
};

let gateway: GatewayInTest;
let service: Projection;
let operator: string;
const requests: string[] = [];

beforeAll(async () => {
  service = await serveProjection((request, answer) => {
    // The gateway also calls the directory for its own purposes.
    if ([MOVE, 'kept-webhooks'].some((part) => request.url!.includes(part))) requests.push(`${request.method} ${request.url}`);
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  gateway = await startGateway(service.url, {
    AREA_URL: service.url,
    WEBHOOK_URL: service.url,
    OBJECT_SERVICE_URL: service.url,
    DIRECTORY_URL: service.url,
  });
  for (const [id, move] of Object.entries(STATES))
    gateway.directory.apply({
      key: `workspace:${id}`,
      revision: 7,
      body: { id, name: id, formerNames: [], status: 'active', plan: 'unlimited', createdAt: SINCE, move },
    });
  operator = await mintToken(gateway.keys.privateJwk, {
    tokenId: MOVE,
    subject: 'token:operator',
    roles: {},
    operator: true,
    expiresInSeconds: 600,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
  });
});
afterAll(async () => {
  await gateway?.close();
  await service?.close();
});

/** Only the calls that this gateway forwards; the one for changes needs a broker and is tested end to end. */
const adopting = ROUTES.filter(({ path, name }) => path.includes('/adoptions') && name !== 'adoptChanges');

const typeOf = (name: string): string => (name === 'adoptPicture' ? 'image/png' : 'application/json');

/** The status, and the number of calls that a service received. */
async function call(method: string, path: string, type: string): Promise<{ status: number; requests: number }> {
  requests.length = 0;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const headers = { authorization: `Bearer ${operator}`, ...(hasBody && { 'content-type': type }) };
  const { status } = await gateway.call(method, path, headers, hasBody ? '{}' : undefined);
  return { status, requests: requests.length };
}

describe('the data that a move writes', () => {
  it('is written by routes that say so, for operators only', () => {
    expect(adopting.map(({ name }) => name).sort()).toEqual([
      'adoptArea',
      'adoptDashboard',
      'adoptPicture',
      'adoptPoll',
      'adoptView',
      'adoptWebhook',
      'dropAdoptedView',
    ]);
    for (const { name, scope, whileReceiving } of [...adopting, ROUTES.find(({ name }) => name === 'adoptChanges')!])
      expect({ name, scope, whileReceiving }).toEqual({ name, scope: 'operator', whileReceiving: true });
  });

  it.each([...Object.keys(STATES), 'unknown'])('is let through for a workspace that is arriving, and no other: %s', async (workspace) => {
    for (const { method, path, name } of adopting) {
      const address = path.replace(':workspaceId', workspace).replace(/:[A-Za-z]+/g, MOVE);
      const answer = await call(method, address, typeOf(name));
      if (workspace === 'arriving') expect({ name, requests: answer.requests }).toEqual({ name, requests: 1 });
      else expect({ name, ...answer }).toEqual({ name, status: 409, requests: 0 });
    }
  });
});

it.each([
  ['copied', 1],
  ['closed', 1],
  ['left', 1],
  ['arriving', 0],
  ['inUse', 0],
  ['unknown', 0],
])('gives webhooks with their secrets for a workspace that is leaving, and no other: %s', async (workspace, times) => {
  const { status, requests: reads } = await call('GET', `/operator/workspaces/${workspace}/kept-webhooks`, '');
  // There is no broker, and an operator's read must be logged before it is answered.
  expect([status, reads]).toEqual([times === 1 ? 503 : 409, times]);
});
