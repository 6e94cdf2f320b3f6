import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidV7 } from '#contracts/uuid-v7.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { OperationIds } from '../../src/writes/operation-ids.js';
import { figure } from './figure.js';
import { type Answer, at, type WriteClient, writeClient } from './write-client.js';

const DEFAULT_WAIT_S = 4;
const HOUR_MS = 60 * 60 * 1000;

let space: TestSpace;
/** A proxy between the gateway and the broker. */
let proxy: TcpProxy;
let gateway: RunningService;
let objects: RunningService;
let post: WriteClient;

beforeAll(async () => {
  space = await createTestSpace('waiting');
  proxy = await TcpProxy.start(space.brokers[0]!, { kafka: true });
  objects = await startService('object-service', space.environment('object-service'));
  gateway = await startService(
    'gateway',
    space.environment('gateway', { KAFKA_BROKERS: proxy.address, DEFAULT_WAIT_SECONDS: String(DEFAULT_WAIT_S) }),
  );
  post = writeClient(gateway.url, await space.token({ workspaces: ['own'] }), 'own');
});
afterAll(async () => {
  proxy?.thaw();
  await gateway?.stop();
  objects?.signal('SIGCONT');
  await objects?.stop();
  await proxy?.close();
  await space?.close();
});

async function timed(call: Promise<Answer>): Promise<Answer & { seconds: number }> {
  const startedAt = performance.now();
  const answer = await call;
  return { ...answer, seconds: (performance.now() - startedAt) / 1000 };
}

const lookUp = (location: string): Promise<Answer> => post({ method: 'GET', path: location.replace('/groups/own', '') });

it('outcomes that did not arrive in time are looked up at the end of the wait', async () => {
  objects.signal('SIGSTOP');
  const call = timed(post({ headers: { prefer: 'wait=6' }, body: [at('unseen'), { externalId: 'bad' }] }));
  await expect.poll(() => figure(gateway.url, 'waymark_waiting_operations')).toBe(1);
  await expect.poll(() => figure(gateway.url, 'waymark_broker_queue_bytes')).toBe(0);
  proxy.freeze();
  objects.signal('SIGCONT');
  const { status, json, seconds } = await call;
  proxy.thaw();
  expect([status, json.results.map((result: { status: string }) => result.status)]).toEqual([207, ['created', 'rejected']]);
  // Any sooner, the reader would have seen them.
  expect(seconds).toBeGreaterThanOrEqual(6);
  expect(seconds).toBeLessThan(12);
});

it('a wait without outcomes ends with 202 after the requested time, and its Location returns them once they exist', async () => {
  await objects.stop();
  const [byDefault, preferred, sent] = await Promise.all([
    timed(post({ body: [at('by-default')] })),
    timed(post({ headers: { prefer: 'wait=1' }, body: [at('preferred'), { externalId: 'bad' }] })),
    timed(post({ headers: { prefer: 'respond-async, wait=2' }, body: [at('both')] })),
  ]);
  for (const [answer, seconds, applied] of [
    [byDefault, DEFAULT_WAIT_S, undefined],
    [preferred, 1, 'wait=1'],
    [sent, 2, 'respond-async, wait=2'],
  ] as const) {
    expect([answer.status, answer.headers['preference-applied'], answer.json.status]).toEqual([202, applied, 'pending']);
    expect(answer.headers.location).toBe(`/groups/own/operations/${answer.json.operationId}`);
    expect(answer.seconds).toBeGreaterThanOrEqual(seconds);
    expect(answer.seconds).toBeLessThan(seconds + 3);
  }
  // All began at the same time, so the load of the machine does not matter.
  expect([preferred.seconds < sent.seconds, sent.seconds < byDefault.seconds]).toEqual([true, true]);
  expect((await lookUp(preferred.headers.location!)).status).toBe(503);

  await objects.restart();
  await expect
    .poll(async () => (await lookUp(preferred.headers.location!)).json, { timeout: 20_000 })
    .toMatchObject({
      operationId: preferred.json.operationId,
      status: 'complete',
      results: [
        { externalId: 'preferred', status: 'created', revision: 1 },
        { externalId: 'bad', status: 'rejected' },
      ],
    });
  await expect
    .poll(async () => (await lookUp(byDefault.headers.location!)).json, { timeout: 20_000 })
    .toMatchObject({ status: 'complete', results: [{ externalId: 'by-default', status: 'created' }] });
});

it('an operation without a stored outcome is pending for five minutes, then lost, and 404 after 24 hours', async () => {
  const ids = new OperationIds(space.installation.secrets.operationIdSecret);
  const issued = (hoursAgo: number): string => ids.publicId(uuidV7(Date.now() - hoursAgo * HOUR_MS), 'own');
  const young = issued(0.05);
  expect(await lookUp(`/operations/${young}`)).toMatchObject({
    status: 200,
    headers: { 'retry-after': '1' },
    json: { operationId: young, status: 'pending' },
  });
  const older = issued(23);
  await expect
    .poll(async () => (await lookUp(`/operations/${older}`)).json, { timeout: 20_000, interval: 1000 })
    .toEqual({ operationId: older, status: 'lost' });
  expect(await lookUp(`/operations/${issued(25)}`)).toMatchObject({
    status: 404,
    json: { type: 'urn:waymark:problem:unknown-operation', detail: expect.stringContaining('24 hours') },
  });
});
