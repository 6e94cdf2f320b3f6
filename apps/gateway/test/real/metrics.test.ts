import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { at, type WriteClient, writeClient } from './write-client.js';

let space: TestSpace;
let stack: RunningStack;
let post: WriteClient;

beforeAll(async () => {
  space = await createTestSpace('gateway-metrics');
  stack = await startStack(space);
  post = writeClient(stack.url, await space.token({ workspaces: ['own'] }), 'own');
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

/** The value of the only series that has the name and all the labels. */
async function figure(name: string, labels: Record<string, string> = {}): Promise<number> {
  const text = await (await fetch(`${stack.url}/metrics`)).text();
  const lines = text
    .split('\n')
    .filter(
      (line) => line.startsWith(`${name}{`) && Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    );
  expect([name, labels, lines]).toEqual([name, labels, [expect.any(String)]]);
  return Number(lines[0]!.split(' ').at(-1));
}

describe('/metrics of the gateway', () => {
  it('counts requests and elements by outcome', async () => {
    const route = '/groups/:groupID/externalObjects';
    await post({ body: [at('a'), at('b'), at('b'), { externalId: 'c' }] });
    await post({ body: [at('a')] });
    await post({ headers: { prefer: 'respond-async' }, body: [at('a'), at('d'), { externalId: 'e' }] });
    await post({ body: '[' });
    for (const [status, count] of [
      ['200', 1],
      ['202', 1],
      ['207', 1],
      ['400', 1],
    ] as const)
      expect(await figure('waymark_http_requests_total', { method: 'POST', route, status })).toBe(count);
    expect(await figure('waymark_http_request_duration_seconds_count', { method: 'POST', route })).toBe(4);
    for (const [outcome, count] of [
      ['created', 2],
      ['updated', 2],
      ['pending', 2],
      ['empty-update', 2],
    ] as const)
      expect(await figure('waymark_elements_total', { outcome })).toBe(count);
  });

  it('shows requests in flight and waiting, the lag of outcomes, and the delay of the event loop', async () => {
    expect(await figure('waymark_http_requests_in_flight')).toBe(1);
    for (const name of [
      'waymark_write_calls_in_flight',
      'waymark_write_bytes_in_flight',
      'waymark_waiting_operations',
      'waymark_broker_queue_bytes',
    ])
      expect([name, await figure(name)]).toEqual([name, 0]);
    await expect.poll(() => figure('waymark_kafka_lag_records', { topic: `${space.prefix}object.outcomes`, service: 'gateway' })).toBe(0);
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeLessThan(5);
  });
});
