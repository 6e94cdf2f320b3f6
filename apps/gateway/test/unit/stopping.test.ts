import { Agent, request } from 'node:http';
import { Controller, Module, Patch } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let arrived = 0;
let answer = (): void => undefined;

/** Answers when the test says so. */
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
    const sent = request({ port, agent, method: 'PATCH', path: '/groups/ws1/externalObjects/a', headers: { authorization, 'content-length': '2' } }, (response) => {
      response.resume().on('error', reject).on('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }));
    });
    sent.on('error', reject).end('{}');
  });
}

it('a stop waits for the answer of a call in flight, and not for the client to let go of its connection', async () => {
  const gateway = await startGateway('http://127.0.0.1:1', {}, [WaitingModule]);
  const authorization = `Bearer ${await gateway.token(['ws1'], ['objects:write'])}`;
  const call = edit(gateway, authorization);
  await vi.waitFor(() => expect(arrived).toBe(1));
  // As `closeOnSignal` does it.
  gateway.readiness.stop();
  let closed = false;
  const closing = gateway.close().then(() => (closed = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(closed).toBe(false);
  answer();
  expect(await call).toEqual({ status: 200, connection: 'close' });
  await vi.waitFor(() => expect(closed).toBe(true), { timeout: 3000 });
  await closing;
});
