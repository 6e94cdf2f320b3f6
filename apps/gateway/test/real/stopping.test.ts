import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { figure } from './figure.js';
import { at } from './write-client.js';

const CALLS = 40;
/** Much shorter than the time after which the gateway ends the remaining calls. */
const SOON_MS = 10_000;

let space: TestSpace;
let gateway: RunningService;
let objects: RunningService | undefined;
let authorization: string;
/** Like clients of a fleet, which keep connections for the next call. */
const agent = new Agent({ keepAlive: true });

/** No object service decides anything until the test starts one, so every call waits. */
beforeAll(async () => {
  space = await createTestSpace('gateway-stopping');
  gateway = await startService('gateway', space.environment('gateway'));
  authorization = `Bearer ${await space.token({ workspaces: ['own'] })}`;
});
afterAll(async () => {
  agent.destroy();
  await gateway?.stop();
  await objects?.stop();
  await space?.close();
});

interface Answered {
  status: number;
  connection: string | undefined;
  location: string | undefined;
}

function opened(length: number): { sent: ClientRequest; answer: Promise<Answered> } {
  const headers = { authorization, prefer: 'wait=30', 'content-type': 'application/json', 'content-length': length };
  const sent = request(`${gateway.url}/groups/own/externalObjects`, { method: 'POST', agent, headers });
  const answer = new Promise<Answered>((resolve, reject) => {
    sent.on('error', reject).on('response', (answer: IncomingMessage) => {
      answer
        .resume()
        .on('error', reject)
        .on('end', () => resolve({ status: answer.statusCode!, connection: answer.headers.connection, location: answer.headers.location }));
    });
  });
  return { sent, answer };
}

it('SIGTERM under load: every call in flight gets its answer, none is cut, and accepted elements are decided later', async () => {
  const waiting = Array.from({ length: CALLS }, (_, n) => {
    const body = JSON.stringify([at(`waiting-${n}`)]);
    const { sent, answer } = opened(body.length);
    sent.end(body);
    return answer;
  });
  const body = JSON.stringify([at('half-sent')]);
  const half = opened(body.length);
  half.sent.write(body.slice(0, 10));
  await expect.poll(() => figure(gateway.url, 'waymark_waiting_operations'), { timeout: 10_000 }).toBe(CALLS);
  await expect.poll(() => figure(gateway.url, 'waymark_write_calls_in_flight')).toBe(CALLS + 1);

  const startedAt = performance.now();
  gateway.signal('SIGTERM');
  const answers = await Promise.all(waiting);
  half.sent.end(body.slice(10));
  answers.push(await half.answer);
  expect(await gateway.exited).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  for (const { status, connection, location } of answers)
    expect([status, connection, location]).toEqual([202, 'close', expect.stringContaining('/groups/own/operations/')]);

  objects = await startService('object-service', space.environment('object-service'));
  await gateway.restart();
  for (const { location } of answers) {
    const look = async (): Promise<unknown> => (await fetch(gateway.url + location!, { headers: { authorization } })).json();
    await expect.poll(look, { timeout: 20_000 }).toMatchObject({ status: 'complete', results: [{ status: 'created' }] });
  }
});
