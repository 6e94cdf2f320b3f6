import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { longPollMs, targetOf } from '../../src/forwarding/request-target.js';
import { type GatewayInTest, type Projection, serveProjection, startGateway } from './gateway-in-test.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(
  listener: Parameters<typeof serveProjection>[0],
  environment: Record<string, string> = {},
): Promise<{ gateway: GatewayInTest; projection: Projection; authorization: string }> {
  const projection = await serveProjection(listener);
  open.push(projection);
  const gateway = await startGateway(projection.url, environment);
  open.push(gateway);
  return { gateway, projection, authorization: `Bearer ${await gateway.token()}` };
}

const OBJECTS = '/groups/ws1/externalObjects';
const CHANGES = '/groups/ws1/changes';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a long poll', () => {
  it('returns nothing to a token that was revoked while it waited', async () => {
    let changed = (): void => undefined;
    const requested = new Promise<void>((resolve) => (changed = resolve));
    let answerNow = (): void => undefined;
    const { gateway } = await start((_request, answer) => {
      answerNow = () => answer.writeHead(200, { 'content-type': 'application/json' }).end('{"changes":["of after the revocation"]}');
      changed();
    });
    const token = await gateway.token();
    const poll = gateway.call('GET', `${CHANGES}?wait=20`, { authorization: `Bearer ${token}` });
    await requested;
    const { jti, exp } = decodeJwt(token) as { jti: string; exp: number };
    gateway.directory.apply({ key: `revocation:${jti}`, revision: 1000, body: { tokenId: jti, expiresAt: exp } });
    answerNow();
    expect(await poll).toMatchObject({ status: 401, json: { detail: 'The token was revoked.' } });
  });
});

describe('a forwarded read', () => {
  it('keeps path and query byte for byte, and forwards ids but never the credentials', async () => {
    const seen: IncomingMessage[] = [];
    const { gateway, authorization } = await start((request, answer) => {
      seen.push(request);
      answer
        .writeHead(200, { 'content-type': 'application/json', etag: '"1"', 'x-inner': 'secret', server: 'inner', 'set-cookie': 'a=b' })
        .end('{"objects":[]}');
    });
    const path = `${OBJECTS}/a%2Fb%20%F0%9F%9A%9A/history?order=newest&from=%41+b`;
    const answer = await gateway.call('GET', path, {
      authorization,
      'x-request-id': 'r-7',
      'if-none-match': '"0"',
      cookie: 'c=d',
      'x-waymark-internal': 'forged',
      'x-forwarded-for': '1.2.3.4',
    });
    expect(answer).toMatchObject({ status: 200, json: { objects: [] }, headers: { etag: '"1"', 'x-request-id': 'r-7' } });
    expect(answer.headers).not.toHaveProperty('x-inner');
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(seen[0]!.url).toBe(path);
    expect(seen[0]!.headers).toMatchObject({
      'x-request-id': 'r-7',
      'x-waymark-internal': 'inner',
      'if-none-match': '"0"',
      traceparent: answer.headers.traceparent,
    });
    for (const name of ['authorization', 'cookie', 'x-forwarded-for']) expect(seen[0]!.headers).not.toHaveProperty(name);
  });

  it('forwards the statuses and problems of the projection', async () => {
    const { gateway, authorization } = await start((_request, answer) =>
      answer.writeHead(410, { 'content-type': 'application/problem+json' }).end('{"type":"urn:waymark:problem:cursor-expired"}'),
    );
    expect(await gateway.call('GET', CHANGES, { authorization })).toMatchObject({
      status: 410,
      json: { type: 'urn:waymark:problem:cursor-expired' },
    });
  });

  it('streams: the first piece arrives before the last exists', async () => {
    let finish = (): void => undefined;
    const { gateway, authorization } = await start((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.write('[1');
      finish = () => answer.end(',2]');
    });
    const pieces: string[] = [];
    await new Promise<void>((resolve, reject) => {
      get({ port: gateway.port, path: OBJECTS, headers: { authorization } }, (answer) => {
        answer.setEncoding('utf8').on('data', (piece) => {
          pieces.push(piece);
          finish();
        });
        answer.on('end', resolve);
      }).on('error', reject);
    });
    expect(pieces).toEqual(['[1', ',2]']);
  });

  it('is authorised first', async () => {
    let requests = 0;
    const { gateway } = await start((_request, answer) => {
      requests += 1;
      answer.end();
    });
    const writer = `Bearer ${await gateway.token(['ws1'], ['objects:write'])}`;
    expect((await gateway.call('GET', OBJECTS)).status).toBe(401);
    expect((await gateway.call('GET', OBJECTS, { authorization: writer })).status).toBe(403);
    expect((await gateway.call('GET', '/groups/ws2/changes', { authorization: `Bearer ${await gateway.token()}` })).status).toBe(403);
    expect(requests).toBe(0);
  });
});

describe('a failing projection', () => {
  it('away: 503 with Retry-After, at once', async () => {
    const { gateway, projection, authorization } = await start(() => undefined);
    await projection.close();
    const started = Date.now();
    const answer = await gateway.call('GET', OBJECTS, { authorization });
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'content-type': 'application/problem+json' } });
    expect(answer.text).not.toMatch(/ECONN|127\.0/);
    expect(Date.now() - started).toBeLessThan(1500);
  });

  it('silent: 503 after the time-out', async () => {
    const { gateway, authorization } = await start(() => undefined, { READ_TIMEOUT_MS: '300' });
    const started = Date.now();
    expect((await gateway.call('GET', OBJECTS, { authorization })).status).toBe(503);
    expect(Date.now() - started).toBeLessThan(2500);
  });

  it('failing with its own error page, or refusing us: 503, without its text', async () => {
    const { gateway, authorization } = await start((request, answer) =>
      answer.writeHead(request.url === CHANGES ? 401 : 500, { 'content-type': 'text/html' }).end('<h1>stack at pg.connect</h1>'),
    );
    for (const path of [CHANGES, OBJECTS]) {
      const answer = await gateway.call('GET', path, { authorization });
      expect(answer.status).toBe(503);
      expect(answer.text).not.toContain('stack');
    }
  });

  it('cutting the answer: the caller sees a cut too, never a short answer that looks complete', async () => {
    const { gateway, authorization } = await start((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.write('[1,');
      setTimeout(() => answer.destroy(), 20);
    });
    await expect(gateway.call('GET', OBJECTS, { authorization })).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    expect((await gateway.call('GET', '/health/live')).status).toBe(200);
  });

  it('closing an idle connection just before it is used again: the read is sent again', async () => {
    let served = 0;
    const { gateway, authorization } = await start((request, answer) => {
      served += 1;
      if (served === 2) return request.socket.destroy();
      return answer.setHeader('content-type', 'application/json').end('{}');
    });
    expect((await gateway.call('GET', OBJECTS, { authorization })).status).toBe(200);
    expect((await gateway.call('GET', OBJECTS, { authorization })).status).toBe(200);
    expect(served).toBe(3);
  });
});

describe('bounds', () => {
  it('a bounded number of reads wait, the rest get 503 at once, and all recover', async () => {
    const waiting: (() => void)[] = [];
    const { gateway, authorization } = await start(
      (_request, answer) => {
        waiting.push(() => answer.setHeader('content-type', 'application/json').end('{}'));
      },
      { READ_CONNECTIONS: '2', READ_QUEUE: '3' },
    );
    const calls = Array.from({ length: 9 }, () => gateway.call('GET', OBJECTS, { authorization }));
    await pause(300);
    expect(waiting).toHaveLength(2);
    const drain = setInterval(() => waiting.splice(0).forEach((answer) => answer()), 10);
    const statuses = (await Promise.all(calls)).map(({ status, headers }) => [status, headers['retry-after']]);
    expect(statuses.filter(([status]) => status === 200)).toHaveLength(5);
    expect(statuses.filter(([status, after]) => status === 503 && after === '1')).toHaveLength(4);
    expect((await gateway.call('GET', OBJECTS, { authorization })).status).toBe(200);
    clearInterval(drain);
    expect((await gateway.call('GET', '/metrics')).text).toMatch(/waymark_reads_in_flight\{kind="read",service="gateway"\} 0/);
  });

  it('long polls do not use the connections of reads', async () => {
    const { gateway, authorization } = await start(
      (request, answer) => {
        if (request.url!.startsWith(OBJECTS)) answer.end('{}');
      },
      { READ_CONNECTIONS: '1', FEED_CONNECTIONS: '2' },
    );
    const polls = [1, 2].map(() => gateway.call('GET', `${CHANGES}?wait=30`, { authorization }));
    await pause(100);
    expect((await gateway.call('GET', `${CHANGES}?wait=30`, { authorization })).status).toBe(503);
    expect((await gateway.call('GET', OBJECTS, { authorization })).status).toBe(200);
    await open.pop()!.close();
    expect((await Promise.all(polls)).map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [503, '1'],
      [503, '1'],
    ]);
  });

  it('the read ends when its caller disconnects', async () => {
    let ended = false;
    const { gateway, authorization } = await start((request) => {
      request.socket.on('close', () => (ended = true));
    });
    const sent = get({ port: gateway.port, path: `${CHANGES}?wait=30`, headers: { authorization } }).on('error', () => undefined);
    await pause(100);
    sent.destroy();
    for (let at = 0; at < 20 && !ended; at += 1) await pause(50);
    expect(ended).toBe(true);
  });

  it('a stop finishes reads in flight and accepts no new connections', async () => {
    const { gateway, authorization } = await start((_request, answer) => {
      setTimeout(() => answer.setHeader('content-type', 'application/json').end('{}'), 400);
    });
    const { port } = gateway.app.getHttpServer().address() as AddressInfo;
    const read = gateway.call('GET', OBJECTS, { authorization });
    await pause(100);
    const closed = open.pop()!.close();
    await pause(50);
    await expect(gateway.call('GET', '/health/live')).rejects.toThrow(/ECONNREFUSED/);
    expect(await read).toMatchObject({ status: 200 });
    await closed;
    expect(port).toBe(gateway.port);
  });
});

describe('parts', () => {
  it.each([
    ['/x', 0],
    ['/x?wait=5', 5000],
    ['/x?a=1&wait=5&b=2', 5000],
    ['/x?wait=999', 60_000],
    ['/x?wait=-1', 0],
    ['/x?wait=5x', 0],
    ['/x?await=5', 0],
  ])('longPollMs(%s) = %i', (url, ms) => expect(longPollMs(url)).toBe(ms));
  it.each([
    ['/a?b=//c', '/a?b=//c'],
    ['http://elsewhere:80/a/b?c', '/a/b?c'],
  ])('targetOf(%s) = %s', (url, target) => expect(targetOf(url)).toBe(target));
});
