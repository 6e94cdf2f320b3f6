import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scope, SCOPES } from '#contracts/directory/scopes.js';
import { MapAppModule } from '../../src/app/map-app.module.js';
import { ROUTES } from '../../src/routes/routes.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let directory: Server;
let gateway: GatewayInTest;
let authorization: string;
const seen: string[] = [];
beforeAll(async () => {
  directory = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => directory.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(directory.address() as AddressInfo).port}`;
  gateway = await startGateway(url, { DIRECTORY_URL: url, WEBHOOK_URL: url }, [MapAppModule]);
  authorization = `Bearer ${await gateway.token(['ws1'], Object.keys(SCOPES) as Scope[])}`;
});
afterAll(async () => {
  await gateway.close();
  directory.closeAllConnections();
  directory.close();
});

const post = (body: string) => gateway.call('POST', '/operator/workspaces', { authorization, 'content-type': 'application/json' }, body);

describe('a body for the directory', () => {
  it.each([
    [
      'a name twice',
      '{"id": "one",\n "id": "two"}',
      400,
      {
        type: 'urn:waymark:problem:malformed-json',
        line: 2,
        column: 2,
        detail: expect.stringContaining('"id" appears twice in this object') as string,
      },
    ],
    ['a name twice deep inside', '{"a": [{"b": 1, "\\u0062": 2}]}', 400, { line: 1, column: 17 }],
    ['no JSON', '{"id": }', 400, { line: 1, column: 8 }],
    ['null', 'null', 422, { detail: 'The body must be an object.', errors: [{ pointer: '', detail: 'must be an object' }] }],
    ['an array', '[]', 422, { detail: 'The body must be an object.' }],
    ['a text', '"id"', 422, { detail: 'The body must be an object.' }],
  ])('%s is refused, and not forwarded', async (_what, body, status, problem) => {
    seen.length = 0;
    const answer = await post(body);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, expect.stringContaining('application/problem+json')]);
    expect(answer.json).toMatchObject(problem);
    expect(seen).toEqual([]);
  });

  it('an object is forwarded', async () => {
    seen.length = 0;
    expect((await post('{"id": "one"}')).status).toBe(200);
    expect(seen).toEqual(['POST /operator/workspaces']);
  });
});

describe('an empty part of a path', () => {
  // Accepting updates needs a broker, which does not exist here; /app/ without a file is the page of the app.
  const routes = ROUTES.filter(({ path, tag, name }) => path.includes('/:') && tag !== 'Updates' && name !== 'readAppFile').flatMap(
    ({ method, path }) =>
      [...path.matchAll(/:[A-Za-z]+/g)].map(
        ([name]) =>
          [
            method,
            path
              .replace(name, '')
              .replace(/:groupID/, 'ws1')
              .replace(/:[A-Za-z]+/g, 'x'),
            name.slice(1),
          ] as const,
      ),
  );

  it.each(routes)('%s %s is answered by this gateway, with a suggestion', async (method, path, name) => {
    seen.length = 0;
    const answer = await gateway.call(
      method,
      path,
      { authorization, ...(['POST', 'PUT', 'PATCH'].includes(method) && { 'content-type': 'application/json' }) },
      ['POST', 'PUT', 'PATCH'].includes(method) ? '{}' : undefined,
    );
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.text).not.toMatch(/Cannot (GET|PUT|POST|PATCH|DELETE)/);
    expect([404, 422]).toContain(answer.status);
    expect(answer.json.detail).toMatch(new RegExp(`${name} in the path must not be empty: the path is /|${name} in the path is empty`));
    expect(seen).toEqual([]);
  });
});
