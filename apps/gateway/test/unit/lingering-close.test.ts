import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Controller, Module, Patch, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Admission } from '../../src/checks/admission.js';
import { readBody } from '../../src/checks/body-bytes.js';
import { checkJsonType } from '../../src/checks/content-type.js';
import { closeGently, type LingerBounds } from '../../src/http/lingering-close.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

const MAX_BODY = 1024 * 1024;
const EIGHT_MB = 8 * 1024 * 1024;

/** Reads a body like the real routes. */
@Controller('groups/:groupID/externalObjects/:externalId')
class Reading {
  @Patch()
  async read(@Req() request: FastifyRequest): Promise<object> {
    checkJsonType(request.raw);
    return { bytes: (await readBody(request.raw, MAX_BODY, new Admission(1, EIGHT_MB).enter())).length };
  }
}

@Module({ controllers: [Reading] })
class ReadingModule {}

/** Like simple clients, reads nothing before everything was written. */
function writeThenRead(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket
      .on('error', reject)
      .on('close', () => resolve(text))
      .pause();
    socket.write(bytes, () => socket.on('data', (chunk) => (text += String(chunk))).resume());
  });
}

describe('a client that sends `Connection: close` and is refused before its body was read', () => {
  let gateway: GatewayInTest;
  let token: string;
  beforeAll(async () => {
    gateway = await startGateway('http://127.0.0.1:1', {}, [ReadingModule]);
    token = await gateway.token(['ws1'], ['objects:write']);
  });
  afterAll(() => gateway.close());

  const body = 'x'.repeat(EIGHT_MB);
  const announced = `Content-Length: ${EIGHT_MB}\r\n\r\n${body}`;
  const chunked = `Transfer-Encoding: chunked\r\n\r\n${EIGHT_MB.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const json = 'Content-Type: application/json\r\n';

  it.each([
    ['401', 'HTTP/1.1', () => 'Authorization: Bearer wrong\r\nConnection: close\r\n', announced],
    ['401', 'HTTP/1.1', () => 'Connection: close\r\n', chunked],
    ['401', 'HTTP/1.0', () => 'Authorization: Bearer wrong\r\n', announced],
    ['413', 'HTTP/1.1', () => `Authorization: Bearer ${token}\r\n${json}Connection: close\r\n`, announced],
    ['413', 'HTTP/1.1', () => `Authorization: Bearer ${token}\r\n${json}Connection: close\r\n`, chunked],
    ['415', 'HTTP/1.1', () => `Authorization: Bearer ${token}\r\nConnection: close\r\n`, announced],
    // Fastify closes these itself, before any hook.
    ['400', 'HTTP/1.1', () => 'Connection: close\r\n', announced],
  ])('gets its %s whole (%s)', async (status, version, headers, rest) => {
    const path = status === '400' ? '/groups/ws1/externalObjects/%ZZ' : '/groups/ws1/externalObjects/a';
    const text = await writeThenRead(gateway.port, `PATCH ${path} ${version}\r\nHost: x\r\n${headers()}${rest}`);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\n\r\n\\{"type":"urn:waymark:problem:[^]*\\}$`));
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('gets a 413 that closes the connection though it did not ask for that', async () => {
    for (const rest of [announced, chunked]) {
      const text = await writeThenRead(
        gateway.port,
        `PATCH /groups/ws1/externalObjects/a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${json}${rest}`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n/i);
    }
  });
});

describe('bytes after the answer', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  /** Answers each request at once and closes, the body unread. */
  async function refusing(
    bounds: LingerBounds,
    length = 1e12,
  ): Promise<{ client: Socket; requests: () => number; received: () => number; closed: () => boolean }> {
    let requests = 0;
    let accepted: Socket | undefined;
    const server = createServer((_request, response) => {
      requests += 1;
      response.writeHead(403, { connection: 'close' }).end('no');
    });
    servers.push(server);
    closeGently(server, bounds);
    server.on('connection', (socket) => (accepted = socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    client.on('error', () => undefined).resume();
    client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    return { client, requests: () => requests, received: () => accepted!.bytesRead, closed: () => accepted?.destroyed === true };
  }

  it('is bounded in bytes', async () => {
    const bytes = 3_000_000;
    const { client, received, closed } = await refusing({ ms: 60_000, bytes });
    const block = Buffer.alloc(65_536);
    const pour = (): void => {
      while (!client.destroyed && client.write(block));
    };
    client.on('drain', pour);
    pour();
    await vi.waitFor(() => expect(closed()).toBe(true), { timeout: 10_000 });
    expect(received()).toBeGreaterThan(bytes);
    expect(received()).toBeLessThan(bytes + 1_000_000);
  });

  it('is bounded in time', async () => {
    const { client, closed } = await refusing({ ms: 400, bytes: 1e9 });
    const started = performance.now();
    const drip = setInterval(() => client.write('x'), 20);
    await vi.waitFor(() => expect(closed()).toBe(true), { timeout: 10_000, interval: 10 });
    clearInterval(drip);
    expect(performance.now() - started).toBeGreaterThan(300);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('is no request, whatever it looks like, and ends when the client has no more', async () => {
    const { client, requests, received, closed } = await refusing({ ms: 60_000, bytes: 1e9 }, 4);
    await new Promise((resolve) => client.once('end', resolve));
    const before = received();
    client.write('body' + 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100));
    await vi.waitFor(() => expect(received()).toBeGreaterThan(before));
    expect(closed()).toBe(false);
    client.end();
    await vi.waitFor(() => expect(closed()).toBe(true));
    expect(requests()).toBe(1);
  });
});
