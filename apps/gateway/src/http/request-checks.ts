import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { RouteRules } from '#identity/route-rules.js';
import { Problem } from '#problems/problem.js';
import type { GatewayRoute } from '../gateway-route.js';
import { accepts } from './accept.js';
import { checkExternalId } from './path-id.js';

/** What is checked of a request that may be made, before its body is read: Accept, ids in the path, whether there is to be a body. */
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
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { headers } = request.raw;
    if (!accepts(headers.accept, rule.produces)) return done(new Problem('not-acceptable', `This route answers with ${rule.produces.join(', ')}.`));
    if (rule.body === undefined && hasBody(headers)) {
      void reply.header('connection', 'close');
      return done(new Problem('bad-request', `${request.method} takes no body here.`));
    }
    if (rule.body === 'required' && !saysLength(headers)) {
      // What follows is a body all the same, or another request: that can't be told apart.
      void reply.header('connection', 'close');
      return done(new Problem('length-required', 'The request says nothing of a body; send Content-Length, or Transfer-Encoding: chunked.'));
    }
    done(idParameter === undefined ? undefined : checkExternalId((request.params as Record<string, string>)[idParameter]!, maxIdCharacters));
  };
}

interface FramingHeaders {
  'content-length'?: string;
  'transfer-encoding'?: string;
}

function hasBody(headers: FramingHeaders): boolean {
  return saysLength(headers) && headers['content-length'] !== '0';
}

function saysLength(headers: FramingHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}
