import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { RouteRules } from '#identity/route-rules.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { LimitedCall } from './limited-call.js';
import { isLimited } from './limited-routes.js';
import type { Limits } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes without plan limits, and before the call was admitted. */
    limitedCall: LimitedCall | null;
  }
}

/**
 * Checks authorised calls against the plan of their workspace before their body is read. Register it after the other checks, so that
 * calls they refuse do not count.
 */
export function limitCalls(fastify: FastifyInstance, routes: readonly GatewayRoute[], limits: Limits): void {
  const rules = new RouteRules(routes);
  fastify.decorateRequest('limitedCall', null);
  fastify.addHook('onRoute', (route) => {
    const method = typeof route.method === 'string' ? route.method : route.method[0]!;
    const rule = rules.find(method, route.url) as GatewayRoute | undefined;
    const parameter = /^\/groups\/:([^/]+)/.exec(route.url)?.[1];
    if (rule === undefined || parameter === undefined || !isLimited(rule)) return;
    route.onRequest = [...listOf(route.onRequest), entering(limits, parameter)] as RouteOptions['onRequest'];
    route.onSend = [...listOf(route.onSend), leaving] as RouteOptions['onSend'];
  });
}

const listOf = <T>(hooks: T | T[] | undefined): T[] => (hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks]);

function entering(limits: Limits, parameter: string) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    // Fastify adds the hooks of a GET route to its HEAD route, where this hook then runs twice.
    if (request.limitedCall !== null) return done();
    const call = limits.begin(request, reply, (request.params as Record<string, string>)[parameter]!);
    request.limitedCall = call;
    const refusal = call.enter();
    if (!(refusal instanceof Promise)) return done(refusal);
    refusal.then(done, done);
  };
}

/** Adds the headers about limits when an answer is sent, so that they show what is left at that time. */
function leaving(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload: unknown) => void,
): void {
  const call = request.limitedCall;
  if (call !== null) {
    if (reply.statusCode >= 500) call.uncount();
    const headers = call.headers();
    if (headers !== undefined) void reply.header('ratelimit-policy', headers.policy).header('ratelimit', headers.limits);
  }
  done(null, payload);
}
