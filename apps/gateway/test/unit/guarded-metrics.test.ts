import { afterEach, expect, it } from 'vitest';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest | undefined;
afterEach(() => gateway?.close());

it('the figures of all workspaces require the metrics token, if one is set', async () => {
  gateway = await startGateway('http://127.0.0.1:1', { METRICS_TOKEN: 'figures' });
  const asOperator = `Bearer ${await gateway.token([], ['operator'])}`;
  for (const authorization of [undefined, 'Bearer other', 'figures', asOperator]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await gateway.call(method, '/metrics', authorization === undefined ? {} : { authorization });
      expect([answer.status, answer.headers['www-authenticate'], answer.text.includes('waymark_')]).toEqual([
        401,
        'Bearer realm="waymark-metrics"',
        false,
      ]);
    }
  }
  const answer = await gateway.call('GET', '/metrics', { authorization: 'Bearer figures' });
  expect([answer.status, answer.text.includes('waymark_')]).toEqual([200, true]);
  expect((await gateway.call('GET', '/health/live')).status).toBe(200);
});
