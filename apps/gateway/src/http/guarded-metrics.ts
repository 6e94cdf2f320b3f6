import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Problem } from '#problems/problem.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Makes /metrics require the token, if one is set: metrics cover all workspaces. Call it before the routes are registered. */
export function guardMetrics(fastify: FastifyInstance, token: string): void {
  if (token === '') return;
  const expected = digest(`Bearer ${token}`);
  const check = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    // Digests have equal lengths, as timingSafeEqual requires.
    if (timingSafeEqual(digest(request.raw.headers.authorization ?? ''), expected)) return done();
    done(
      new Problem(
        'unauthenticated',
        'Metrics are only for operators of this installation: send Authorization: Bearer with the value of METRICS_TOKEN.',
        { headers: { 'www-authenticate': 'Bearer realm="waymark-metrics"' } },
      ),
    );
  };
  fastify.addHook('onRoute', (route) => {
    if (route.url !== '/metrics') return;
    const others = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [check, ...others] as RouteOptions['onRequest'];
  });
}
