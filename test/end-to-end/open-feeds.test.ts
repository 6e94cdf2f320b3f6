import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, type StreamEvent } from '#testing/event-stream.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let stack: RunningStack;
let admin: string;

/** Of revocations; the specification of the service says the same. */
const TWO_SECONDS = 2000;

beforeAll(async () => {
  space = await createTestSpace('open-feeds', { workspaces: ['mine'] });
  stack = await startStack(space, { directories: 1, gateways: 2 });
  const made = await fetch(`${stack.directories[0]!.url}/operator/workspaces`, {
    method: 'POST',
    body: '{"id":"mine"}',
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
  });
  expect(made.status).toBe(201);
  admin = await space.token({ workspaces: ['mine'], scopes: ['objects:write', 'objects:read', 'feed:read', 'tokens:admin'] });
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

const call = (token: string, gateway: number, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(stack.gateways[gateway]!.url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...(init.body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
  });
const machine = async (): Promise<{ id: string; token: string }> =>
  (await (
    await call(admin, 0, '/groups/mine/tokens', { method: 'POST', body: JSON.stringify({ name: 'reader', scopes: ['feed:read'] }) })
  ).json()) as { id: string; token: string };
const post = (externalId: string): Promise<Response> =>
  call(admin, 0, '/groups/mine/externalObjects', {
    method: 'POST',
    body: JSON.stringify([{ externalId, locationUpdate: { newPosition: { lat: 1, lon: 1 } } }]),
  });
const stream = async (token: string, gateway: number): Promise<AsyncGenerator<StreamEvent>> => {
  const answer = await call(token, gateway, '/groups/mine/changes?cursor=latest', { headers: { accept: 'text/event-stream' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  return eventsOf(answer.body!);
};

describe('a feed that is open', () => {
  it('streams posted changes through the gateway', async () => {
    const { token } = await machine();
    const events = await stream(token, 1);
    await events.next();
    expect((await post('streamed')).status).toBe(200);
    let event: StreamEvent;
    do event = (await events.next()).value as StreamEvent;
    while (event.data === undefined);
    expect([event.event, JSON.parse(event.data)]).toMatchObject([
      'changes',
      { changes: [{ externalId: 'streamed', revision: 1 }], cursor: event.id },
    ]);
    await events.return(undefined);
  });

  it('ends within two seconds of its token being revoked, on every gateway, and shows nothing more', async () => {
    const { id, token } = await machine();
    const streams = await Promise.all([stream(token, 0), stream(token, 1)]);
    for (const events of streams) await events.next();
    const { cursor } = (await (await call(token, 1, '/groups/mine/changes?cursor=latest')).json()) as { cursor: string };
    const poll = call(token, 1, `/groups/mine/changes?cursor=${cursor}&wait=20`);
    await sleep(200);
    const begin = performance.now();
    expect((await call(admin, 0, `/groups/mine/tokens/${id}`, { method: 'DELETE' })).status).toBe(204);
    for (const events of streams) {
      const { value } = (await events.next()) as { value: StreamEvent };
      expect([value.event, JSON.parse(value.data!)]).toMatchObject(['problem', { status: 401, detail: 'The token was revoked.' }]);
      expect((await events.next()).done).toBe(true);
    }
    const polled = await poll;
    expect([polled.status, await polled.json()]).toMatchObject([401, { detail: 'The token was revoked.' }]);
    expect(performance.now() - begin).toBeLessThan(TWO_SECONDS);
  });

  it('ends when the gateway stops, after a whole event, and is gone on with elsewhere', async () => {
    const { token } = await machine();
    const events = await stream(token, 1);
    const first = (await events.next()).value as StreamEvent;
    const stopped = stack.gateways[1]!.stop();
    const { value } = (await events.next()) as { value: StreamEvent };
    expect([value.event, JSON.parse(value.data!)]).toMatchObject(['problem', { status: 503 }]);
    expect((await events.next()).done).toBe(true);
    await stopped;
    expect((await post('afterwards')).status).toBe(200);
    const again = await call(token, 0, '/groups/mine/changes?cursor=earliest', {
      headers: { accept: 'text/event-stream', 'last-event-id': first.id! },
    });
    for await (const { data } of eventsOf(again.body!)) {
      if (data === undefined) continue;
      expect(JSON.parse(data)).toMatchObject({ changes: [{ externalId: 'afterwards' }] });
      break;
    }
  });
});
