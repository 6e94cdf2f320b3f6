import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { RouteRules } from '#identity/route-rules.js';
import { Problem } from '#problems/problem.js';
import type { GatewayRoute } from '../routes.js';
import { accepts } from './accept.js';
import { checkExternalId } from './path-id.js';

/** What is checked of a request that may be made, before its body is read: Accept, ids in the path, no body where none belongs. */
export function checkRequests(fastify: FastifyInstance, routes: readonly GatewayRoute[], maxIdCharacters: number): void {
  const rules = new RouteRules(routes);
  fastify.addHook('onRoute', (route) => {
    const method = typeof route.method === 'string' ? route.method : route.method[0]!;
    const rule = rules.find(method, route.url) as GatewayRoute | undefined;
    if (rule === undefined) return;
    const before = route.onRequest === undefined ? [] : Array.isArray(route.onRequest) ? route.onRequest : [route.onRequest];
    route.onRequest = [...before, checkOf(rule, route, maxIdCharacters)] as RouteOptions['onRequest'];
  });
}

function checkOf(rule: GatewayRoute, route: RouteOptions, maxIdCharacters: number) {
  const idParameter = /\/externalObjects\/:([^/]+)/.exec(route.url)?.[1];
  const takesBody = rule.body === true;
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { headers } = request.raw;
    if (!accepts(headers.accept, rule.produces)) return done(new Problem('not-acceptable', `This route answers with ${rule.produces.join(', ')}.`));
    if (!takesBody && hasBody(headers)) {
      void reply.header('connection', 'close');
      return done(new Problem('bad-request', `${request.method} takes no body here.`));
    }
    done(idParameter === undefined ? undefined : checkExternalId((request.params as Record<string, string>)[idParameter]!, maxIdCharacters));
  };
}

function hasBody(headers: { 'content-length'?: string; 'transfer-encoding'?: string }): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');
}
