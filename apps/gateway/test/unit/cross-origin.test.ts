import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { allowOrigins } from '../../src/http/cross-origin.js';

const PORTAL = 'https://portal.example.com';

function server(origins: string[]): FastifyInstance {
  const fastify = Fastify();
  allowOrigins(fastify, origins);
  fastify.get('/groups/a/externalObjects', () => ({ objects: [] }));
  fastify.get('/app/session', () => ({}));
  return fastify;
}

const preflight = (origin: string, url = '/groups/a/externalObjects') => ({
  method: 'OPTIONS' as const,
  url,
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' },
});

it('answers the preflight of an allowed origin without a token, and without cookies', async () => {
  const { statusCode, headers } = await server([PORTAL]).inject(preflight(PORTAL));
  expect(statusCode).toBe(204);
  expect(headers).toMatchObject({ 'access-control-allow-origin': PORTAL, vary: 'Origin', 'access-control-max-age': '600' });
  expect(headers['access-control-allow-methods']).toContain('PATCH');
  expect(headers['access-control-allow-headers']).toMatch(/Authorization.*Waymark-Position/);
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});

it('lets its pages read answers and the headers that matter', async () => {
  const { headers } = await server([PORTAL]).inject({ url: '/groups/a/externalObjects', headers: { origin: PORTAL } });
  expect(headers['access-control-allow-origin']).toBe(PORTAL);
  expect(headers['access-control-expose-headers']).toMatch(/Retry-After.*Waymark-Position/);
});

it.each<[string, string[], string, string]>([
  ['another origin', [PORTAL], 'https://evil.example', '/groups/a/externalObjects'],
  ['a subdomain', [PORTAL], 'https://x.portal.example.com', '/groups/a/externalObjects'],
  ['the session of the app', [PORTAL], PORTAL, '/app/session'],
  ['anybody where nothing is set', [], PORTAL, '/groups/a/externalObjects'],
])('allows nothing to %s', async (_what, origins, origin, url) => {
  for (const request of [preflight(origin, url), { url, headers: { origin } }])
    expect((await server(origins).inject(request)).headers).not.toHaveProperty('access-control-allow-origin');
});
