import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { Controller, Module, Patch } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let arrived = 0;
let answer = (): void => undefined;

/** Answers when the test permits it. */
@Controller('groups/:groupID/externalObjects/:externalId')
class Waiting {
  @Patch()
  wait(): Promise<object> {
    arrived += 1;
    return new Promise((resolve) => (answer = () => resolve({ done: true })));
  }
}

@Module({ controllers: [Waiting] })
class WaitingModule {}

const agent = new Agent({ keepAlive: true, keepAliveMsecs: 60_000 });
afterEach(() => agent.destroy());

function edit({ port }: GatewayInTest, authorization: string): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, agent, method: 'PATCH', path: '/groups/ws1/externalObjects/a', headers: { authorization, 'content-length': '2' } },
      (response) => {
        response
          .resume()
          .on('error', reject)
          .on('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }));
      },
    );
    sent.on('error', reject).end('{}');
  });
}

it('a stop waits for the answer to a call in flight, but not for the client to close its connection', async () => {
  const gateway = await startGateway('http://127.0.0.1:1', {}, [WaitingModule]);
  const authorization = `Bearer ${await gateway.token(['ws1'], ['objects:write'])}`;
  const call = edit(gateway, authorization);
  await vi.waitFor(() => expect(arrived).toBe(1));
  // Like `endOnSignal`.
  gateway.startup.stop();
  let closed = false;
  const closing = gateway.close().then(() => (closed = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(closed).toBe(false);
  answer();
  expect(await call).toEqual({ status: 200, connection: 'close' });
  await vi.waitFor(() => expect(closed).toBe(true), { timeout: 3000 });
  await closing;
});

it.each([
  ['that was opened and not used', ''],
  ['on which the headers of a request do not come', 'GET /health/live HT'],
])('a stop does not wait for a connection %s', async (_case, bytes) => {
  const gateway = await startGateway('http://127.0.0.1:1');
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(bytes));
  const ended = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
  await vi.waitFor(async () => expect((await gateway.call('GET', '/metrics')).text).toMatch(/waymark_http_connections\{[^}]*\} 2/));
  gateway.startup.stop();
  const startedAt = performance.now();
  await gateway.close();
  await ended;
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

it('a request just after the stop, on a connection opened before it, is served', async () => {
  const gateway = await startGateway('http://127.0.0.1:1');
  let text = '';
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write('GET /health/live HT'));
  const ended = new Promise((resolve, reject) =>
    socket
      .on('data', (chunk) => (text += String(chunk)))
      .on('error', reject)
      .on('close', resolve),
  );
  await vi.waitFor(async () => expect((await gateway.call('GET', '/metrics')).text).toMatch(/waymark_http_connections\{[^}]*\} 2/));
  gateway.startup.stop();
  const closing = gateway.close();
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.write('TP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all([ended, closing]);
  expect(text).toMatch(/^HTTP\/1\.1 200 [^]*\{"status":"live"\}$/);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
});
