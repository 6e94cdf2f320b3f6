import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#contracts/directory/scopes.js';
import { SCOPES } from '#contracts/directory/scopes.js';
import { mintApiToken } from '#testing/token-keys.js';
import { ROUTES } from '../../src/routes/routes.js';
import { type GatewayInTest, type Projection, serveProjection, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest;
let projection: Projection;
let authorization: string;

beforeAll(async () => {
  projection = await serveProjection((request, answer) =>
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url })),
  );
  gateway = await startGateway(projection.url, { HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '2000', MAX_CONNECTIONS: '20' });
  authorization = `Bearer ${await gateway.token()}`;
});
afterAll(async () => {
  await gateway.close();
  await projection.close();
});

const head = (line: string, ...headers: string[]): string => [line, 'Host: x', ...headers, '', ''].join('\r\n');

describe('routes', () => {
  it.each([
    ['GET', '/', 404],
    ['GET', '/nothing', 404],
    ['GET', '/groups', 404],
    ['GET', '/groups/ws1', 404],
    ['GET', '/internal/groups/ws1/operations/1', 404],
    ['GET', '/groups/ws1/externalObjects/a/b/c', 404],
    ['GET', '/groups/ws1/externalObjects/a/', 404],
    ['POST', '/groups/ws1/../ws2/externalObjects', 404],
    ['GET', '//groups/ws1/changes', 404],
    ['DELETE', '/groups/ws1/externalObjects', 405],
    ['PUT', '/groups/ws1/changes', 405],
    ['POST', '/openapi.json', 405],
    ['TRACE', '/health/live', 405],
    ['PROPFIND', '/metrics', 405],
  ])('%s %s → %i problem with the request id', async (method, path, status) => {
    const answer = await gateway.call(method, path, { authorization, 'x-request-id': 'r-1' });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toMatchObject({ status, requestId: 'r-1' });
    expect(answer.headers['x-request-id']).toBe('r-1');
  });

  it('answers 405 with Allow, OPTIONS with 204 and HEAD as GET without a body', async () => {
    expect((await gateway.call('PUT', '/groups/ws1/changes')).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(await gateway.call('OPTIONS', '/groups/ws1/externalObjects')).toMatchObject({ status: 204, text: '' });
    expect(await gateway.call('HEAD', '/health/live')).toMatchObject({ status: 200, text: '' });
    expect(await gateway.call('HEAD', '/groups/ws1/externalObjects/a', { authorization })).toMatchObject({ status: 200, text: '' });
    expect((await gateway.call('HEAD', '/groups/ws1/externalObjects/a')).status).toBe(401);
  });

  it.each([
    ['text/html', 406],
    ['application/json;q=0', 406],
    ['application/xml, text/*', 406],
    ['application/json;q=0, */*', 406],
    ['*/*', 200],
    ['application/*;q=0.1', 200],
    ['text/html, */*;q=0.1', 200],
    ['APPLICATION/JSON; charset=utf-8', 200],
    ['', 200],
    ['rubbish', 200],
  ])('honours Accept: %s → %i', async (accept, status) => {
    expect((await gateway.call('GET', '/groups/ws1/externalObjects', { authorization, accept })).status).toBe(status);
  });

  it('refuses an unexpected body, and closes', async () => {
    const answer = await gateway.call('GET', '/groups/ws1/changes', { authorization, 'content-length': '2' }, '{}');
    expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' } });
    expect(
      (await gateway.call('GET', '/groups/ws1/changes', { authorization, 'content-length': '0', 'content-type': 'application/json' }))
        .status,
    ).toBe(200);
  });
});

const concrete = (path: string): string => path.replace(':groupID', 'ws1').replace(/:[A-Za-z]+/g, 'x');
/** Whether a path belongs to any module of this gateway. */
const known = (path: string): boolean =>
  !/externalObjects\/:externalId(?:$|\/(?:archive|restore|hold$))|\/ids\/:externalId|adoptions|operations|dead-letters|rebuild|^\/(?:app|$|auth|health|metrics|docs)|diagnosis|lag|picture/.test(
    path,
  );

describe('every route follows the table of routes', () => {
  let everything: string;
  beforeAll(async () => {
    everything =
      'Bearer ' +
      `${await mintApiToken(gateway.keys, { subject: 'person:1', workspaces: ['ws1'], scopes: Object.keys(SCOPES) as Scope[], expiresInSeconds: 600 })}`;
  });

  it('an unknown query parameter is 400 and named', async () => {
    const taken: string[] = [];
    for (const { method, path } of ROUTES.filter((route) => known(route.path) && route.anyQuery !== true)) {
      const { status, json } = await gateway.call(method, `${concrete(path)}?nonsense=1`, {
        authorization: everything,
        ...(method !== 'GET' && { 'content-length': '0' }),
      });
      if (status !== 400 || json.errors?.[0]?.pointer !== 'nonsense') taken.push(`${method} ${path} ${status}`);
    }
    expect(taken).toEqual([]);
  });

  it('a query text that is empty, or longer than the document allows, is 400 and named', async () => {
    type Parameter = { name: string; in: string; schema?: { type?: string; minLength?: number; maxLength?: number } };
    const document = await gateway.call('GET', '/openapi.json', { authorization: everything });
    const { paths } = document.json as { paths: Record<string, Record<string, { parameters: Parameter[] }>> };
    const explained = /empty; send a value, or omit it|more than \d+ characters/;
    const taken: string[] = [];
    let tried = 0;
    for (const { method, path } of ROUTES.filter((route) => known(route.path) && route.anyQuery !== true)) {
      const parameters = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.parameters ?? [];
      for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'query' && parameter.schema?.type === 'string')) {
        const { minLength, maxLength } = schema!;
        for (const value of [...(minLength === 1 ? [''] : []), ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)])]) {
          tried++;
          const headers = { authorization: everything, ...(method !== 'GET' && { 'content-length': '0' }) };
          const { status, json } = await gateway.call(method, `${concrete(path)}?${name}=${value}`, headers);
          const named = json.errors?.[0]?.pointer === name && explained.test(json.errors[0].detail);
          if (status !== 400 || !named) taken.push(`${method} ${path} ${name} ${status}`);
        }
      }
    }
    expect(taken).toEqual([]);
    expect(tried).toBeGreaterThan(30);
    // 256 characters of two code units each.
    const longest = `/groups/ws1/externalObjects?q=${encodeURIComponent('🏗'.repeat(256))}`;
    expect((await gateway.call('GET', longest, { authorization: everything })).status).toBe(200);
  });

  it.each([true, false])('an empty body counts as missing if one is required; chunked: %s', async (chunked) => {
    const taken: string[] = [];
    for (const { method, path } of ROUTES.filter((route) => known(route.path) && route.body === 'required')) {
      const { status } = await gateway.call(method, concrete(path), {
        authorization: everything,
        'content-type': 'application/json',
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': '0' }),
      });
      // The echo that replaces the update route counts the bytes of a body without a length.
      if (status !== 400 && !(chunked && path.endsWith('/externalObjects'))) taken.push(`${method} ${path} ${status}`);
    }
    expect(taken).toEqual([]);
  });

  it('a route for people is refused to a machine before its body is read', async () => {
    const authorization = `Bearer ${await gateway.token(['ws1'], Object.keys(SCOPES) as Scope[])}`;
    for (const { method, path } of ROUTES.filter((route) => known(route.path) && route.ofPeople)) {
      expect([path, (await gateway.call(method, concrete(path), { authorization, 'content-length': '0' })).status]).toEqual([path, 403]);
    }
  });

  it('a query that is no percent-encoded UTF-8 is 400', async () => {
    for (const q of ['%ED%A0%80', '%zz', '%c3'])
      expect(await gateway.call('GET', `/groups/ws1/externalObjects?q=${q}`, { authorization })).toMatchObject({
        status: 400,
        json: { type: 'urn:waymark:problem:bad-url' },
      });
  });

  it('a path with a fixed word has its own methods, not those of its neighbour with an id', async () => {
    expect((await gateway.call('OPTIONS', '/groups/ws1/areas/import')).headers.allow).toBe('POST, OPTIONS');
    expect(await gateway.call('GET', '/groups/ws1/areas/import', { authorization: everything })).toMatchObject({
      status: 405,
      headers: { allow: 'POST, OPTIONS' },
    });
    expect((await gateway.call('OPTIONS', '/groups/ws1/people/names')).headers.allow).toBe('GET, HEAD, OPTIONS');
    // A field may have this name.
    expect((await gateway.call('OPTIONS', '/groups/ws1/fields/review')).headers.allow).toBe('DELETE, GET, HEAD, PUT, OPTIONS');
  });

  it('a path that the router rejects is 404 with our own problem', async () => {
    expect(await gateway.call('GET', '/groups/ws1/tiles/0/0/%0D.mvt', { authorization })).toMatchObject({ status: 404 });
    for (const path of ['*', '/*', '/groups/ws1/nothing'])
      expect((await gateway.raw(head(`GET ${path} HTTP/1.1`, 'Connection: close'))).replace(/^[^]*\r\n\r\n/, '')).not.toMatch(
        /Cannot|Route GET/,
      );
  });
});

describe('bodies', () => {
  it.each([[{ 'content-type': 'application/json' }], [{ 'content-type': 'text/plain' }], [{}], [{ 'transfer-encoding': 'chunked' }]])(
    'come to the room as they are, whatever their type: %j',
    async (headers) => {
      const writing = `Bearer ${await gateway.token(['ws1'], ['objects:write'])}`;
      expect(await gateway.call('POST', '/groups/ws1/externalObjects', { authorization: writing, ...headers }, '[{"broken')).toMatchObject({
        status: 200,
        json: { bytes: 9 },
      });
    },
  );
});

describe('ids in paths', () => {
  it.each([
    ['%ZZ', 400],
    ['%E0%A4', 400],
    ['%00', 422],
    ['a%0d%0ab', 422],
    ['%20', 422],
    ['x'.repeat(257), 422],
    ['%F0%9F%9A%9A'.repeat(257), 422],
    ['x'.repeat(5000), 414],
    ['x'.repeat(256), 200],
    ['%F0%9F%9A%9A'.repeat(256), 200],
    ['a%2Fb', 200],
    ['a%252Fb', 200],
    ['..%2f..%2fetc', 200],
    ["';DROP%20TABLE--", 200],
    ['__proto__', 200],
  ])('%s → %i', async (id, status) => {
    const answer = await gateway.call('GET', `/groups/ws1/externalObjects/${id}`, { authorization });
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.json.errors).toEqual([{ pointer: 'externalId', detail: answer.json.detail }]);
    if (status === 200) expect(answer.json.url).toBe(`/groups/ws1/externalObjects/${id}`);
  });

  it('the workspace is compared decoded, once', async () => {
    expect((await gateway.call('GET', '/groups/%77s1/changes', { authorization })).status).toBe(200);
    expect((await gateway.call('GET', '/groups/%2577s1/changes', { authorization })).status).toBe(403);
  });
});

describe('request ids and traces', () => {
  it('continues a trace with its own span, and replaces an invalid one', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const taken = await gateway.call('GET', '/health/live', { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    expect(taken.headers.traceparent).toMatch(new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
    for (const broken of ['00-zz-yy-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'x']) {
      expect((await gateway.call('GET', '/health/live', { traceparent: broken })).headers.traceparent).toMatch(
        /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/,
      );
    }
  });

  it('does not echo a request id that could do harm', async () => {
    for (const id of ['a b', 'a<script>', 'r'.repeat(129)])
      expect((await gateway.call('GET', '/health/live', { 'x-request-id': id })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the connection', () => {
  it('64 kB of headers → 431', async () => {
    const text = await gateway.raw(head('GET /health/live HTTP/1.1', `X-Large: ${'x'.repeat(65_536)}`));
    expect(text).toMatch(/^HTTP\/1\.1 431 [^]*application\/problem\+json[^]*urn:waymark:problem:headers-too-large/);
  });

  it('too many headers → 431', async () => {
    const text = await gateway.raw(head('GET /health/live HTTP/1.1', ...Array.from({ length: 2000 }, (_, at) => `X-${at}: 1`)));
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('HTTP/1.0 needs no Host', async () => {
    expect(await gateway.raw('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['an unknown transfer coding', head('POST /groups/ws1/externalObjects HTTP/1.1', 'Transfer-Encoding: xchunked')],
    ['two codings', head('POST /groups/ws1/externalObjects HTTP/1.1', 'Transfer-Encoding: gzip, chunked') + '0\r\n\r\n'],
    [
      'length and coding',
      head('POST /groups/ws1/externalObjects HTTP/1.1', 'Content-Length: 3', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
    ],
    ['a bare line feed', 'GET /health/live HTTP/1.1\r\nHost: x\r\nA: b\nC: d\r\n\r\n'],
    ['two hosts', head('GET /health/live HTTP/1.1', 'Host: y', 'Connection: close')],
    ['no host', 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['a method nobody knows', head('SMUGGLE / HTTP/1.1')],
    ['TLS', '\u0016\u0003\u0001 hello\r\n\r\n'],
  ])('%s → 400, and the connection is closed', async (_name, bytes) => {
    const text = await gateway.raw(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('problem');
  });

  it('headers or a body that trickle in → 408 in time, while others are served', async () => {
    const writing = `Bearer ${await gateway.token(['ws1'], ['objects:write'])}`;
    const started = Date.now();
    const slowly = (first: string): Promise<[string, number]> =>
      new Promise((resolve, reject) => {
        let text = '';
        const socket = connect(gateway.port, '127.0.0.1', () => socket.write(first));
        const drip = setInterval(() => socket.write('x'), 100);
        socket
          .on('data', (chunk) => (text += chunk))
          .on('error', reject)
          .on('close', () => {
            clearInterval(drip);
            resolve([text, Date.now() - started]);
          });
      });
    const [slowHead, slowBody] = await Promise.all([
      slowly('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      slowly(
        head(
          'POST /groups/ws1/externalObjects HTTP/1.1',
          `Authorization: ${writing}`,
          'Content-Type: application/json',
          'Content-Length: 100000',
        ),
      ),
      gateway.call('GET', '/health/live').then(({ status }) => expect(status).toBe(200)),
    ]);
    expect(slowHead[0]).toMatch(/^HTTP\/1\.1 408 [^]*application\/problem\+json[^]*request-timeout/);
    expect(slowHead[1]).toBeLessThan(2500);
    expect(slowBody[0]).toMatch(/^HTTP\/1\.1 408 [^]*request-timeout/);
    expect(slowBody[1]).toBeLessThan(4000);
  });

  it('a connection on which nothing arrives is closed in time, without an answer', async () => {
    const started = Date.now();
    expect(await gateway.raw()).toBe('');
    expect(Date.now() - started).toBeLessThan(2500);
  });

  it('more connections than the bound are closed at once', async () => {
    const sockets = await Promise.all(
      Array.from(
        { length: 30 },
        () =>
          new Promise<{ refused: boolean; end(): void }>((resolve) => {
            const socket = connect(gateway.port, '127.0.0.1');
            const kept = setTimeout(() => resolve({ refused: false, end: () => socket.destroy() }), 400);
            socket
              .on('error', () => undefined)
              .on('close', () => {
                clearTimeout(kept);
                resolve({ refused: true, end: () => undefined });
              });
          }),
      ),
    );
    const refused = sockets.filter((socket) => socket.refused).length;
    for (const socket of sockets) socket.end();
    expect(refused).toBeGreaterThanOrEqual(10);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await gateway.call('GET', '/metrics')).text).toMatch(/waymark_http_connections_refused_total\{[^}]*\} (\d{2,})/);
  });
});

describe('figures', () => {
  it('counts requests by route, method and status', async () => {
    await gateway.call('GET', '/groups/ws1/changes', { authorization });
    const { text, headers } = await gateway.call('GET', '/metrics');
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(text).toMatch(
      /waymark_http_requests_total\{method="GET",route="\/groups\/:groupID\/changes",status="200",service="gateway"\} \d+/,
    );
    expect(text).toMatch(/waymark_http_requests_total\{method="other",route="none",status="404",service="gateway"\} \d+/);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toMatch(/waymark_http_requests_in_flight\{service="gateway"\} 1/);
  });
});
