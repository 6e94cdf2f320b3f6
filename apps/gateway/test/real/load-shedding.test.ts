import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { figure } from './figure.js';
import { type Answer, at, type WriteClient, writeClient } from './write-client.js';

const CALLS = 3;
const MIB = 1024 * 1024;
/** Two bodies of the largest accepted size. */
const BYTES = 8 * MIB;
/** Much shorter than the wait of calls that are not shed. */
const AT_ONCE_MS = 3000;

let space: TestSpace;
let gateway: RunningService;
let objects: RunningService | undefined;
let post: WriteClient;

/** No object service decides anything until a test starts one, so every call waits. */
beforeAll(async () => {
  space = await createTestSpace('load-shedding');
  gateway = await startService(
    'gateway',
    space.environment('gateway', { MAX_CALLS_IN_FLIGHT: String(CALLS), MAX_BYTES_IN_FLIGHT: String(BYTES) }),
  );
  post = writeClient(gateway.url, await space.token({ workspaces: ['own'] }), 'own');
});
afterAll(async () => {
  await gateway?.stop();
  await objects?.stop();
  await space?.close();
});

async function expectShed(call: Promise<Answer>, detail: string): Promise<void> {
  const startedAt = performance.now();
  const { status, headers, json } = await call;
  expect([status, json.type, headers['retry-after']]).toEqual([503, 'urn:waymark:problem:overloaded', '1']);
  expect(json.detail).toContain(detail);
  expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
}

it('bodies in flight beyond the limit are shed at once, until the waiting ones have their answers', async () => {
  const large = (id: string): Buffer => Buffer.from(`[${JSON.stringify(at(id))}`.padEnd(BYTES / 2 - 1) + ']');
  const held = ['large-1', 'large-2'].map((id) => post({ headers: { prefer: 'wait=8' }, body: large(id) }));
  await expect.poll(() => figure(gateway.url, 'waymark_write_bytes_in_flight')).toBe(BYTES);
  await expect.poll(() => figure(gateway.url, 'waymark_waiting_operations')).toBe(2);
  await expectShed(post({ headers: { prefer: 'respond-async' }, body: [at('no-room')] }), 'Too many bytes');
  await expectShed(
    post({ method: 'PATCH', path: '/externalObjects/no-room', headers: { prefer: 'respond-async' }, body: { title: 'x' } }),
    'Too many bytes',
  );
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([202, 202]);
  expect(await figure(gateway.url, 'waymark_write_bytes_in_flight')).toBe(0);
  expect((await post({ headers: { prefer: 'respond-async' }, body: [at('room-again')] })).status).toBe(202);
});

it('calls beyond the limit are shed at once, waiting ones are not, and the next is served when they have left', async () => {
  const held = Array.from({ length: CALLS }, (_, n) => post({ headers: { prefer: 'wait=30' }, body: [at(`held-${n}`)] }));
  await expect.poll(() => figure(gateway.url, 'waymark_waiting_operations')).toBe(CALLS);
  for (let n = 0; n < 5; n++) await expectShed(post({ headers: { prefer: 'respond-async' }, body: [at('shed')] }), 'Too many calls');
  await expectShed(post({ path: '/externalObjects/held-0/archive' }), 'Too many calls');
  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
  expect(await figure(gateway.url, 'waymark_write_calls_in_flight')).toBe(CALLS);

  objects = await startService('object-service', space.environment('object-service'));
  for (const { status, json } of await Promise.all(held)) expect([status, json.results[0].status]).toEqual([200, 'created']);
  expect(await figure(gateway.url, 'waymark_write_calls_in_flight')).toBe(0);
  const next = await post({ body: [at('shed')] });
  expect([next.status, next.json.results]).toEqual([200, [{ index: 0, externalId: 'shed', status: 'created', revision: 1 }]]);
});
