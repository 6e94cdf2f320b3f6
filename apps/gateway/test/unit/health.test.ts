import { afterAll, beforeAll, expect, it } from 'vitest';
import { HealthChecks } from '#service/health-checks.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest;
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1');
});
afterAll(() => gateway.close());

it('reports live and ready, and names what is missing, without its address', async () => {
  expect((await gateway.call('GET', '/health/live')).json).toEqual({ status: 'live' });
  expect((await gateway.call('GET', '/health/ready')).json).toMatchObject({ detail: 'Not ready: running.' });
  await gateway.startup.run();
  expect((await gateway.call('GET', '/health/ready')).json).toMatchObject({ status: 'ready', checks: ['running', 'token-keys'] });
  let fault: Error | undefined = new Error('connect ECONNREFUSED 10.1.2.3:9092');
  const check = (): Promise<void> => (fault ? Promise.reject(fault) : Promise.resolve());
  gateway.app.get(HealthChecks).add({ name: 'broker', check });
  const answer = await gateway.call('GET', '/health/ready');
  fault = undefined;
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    json: { detail: 'Not ready: broker.', type: 'urn:waymark:problem:not-ready' },
  });
  expect(answer.text).not.toContain('10.1.2.3');
  expect((await gateway.call('GET', '/health/ready', { authorization: 'Bearer rubbish' })).status).toBe(200);
});
