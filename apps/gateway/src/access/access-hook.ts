import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Caller } from '#identity/caller.js';
import { RouteRules } from '#identity/route-rules.js';
import type { GatewayRoute } from '../gateway-route.js';
import type { AccessLog } from './access-log.js';
import type { TokenUses } from './token-uses.js';

/** Begin of the subjects of machine tokens. */
const MACHINE = 'token:';

/** Notes each answered call of someone who was let in; call it before the routes are registered. */
export function noteAccess(fastify: FastifyInstance, routes: readonly GatewayRoute[], log: Pick<AccessLog, 'add'>, uses: TokenUses): void {
  const rules = new RouteRules(routes);
  fastify.addHook('onRoute', (route) => {
    const method = typeof route.method === 'string' ? route.method : route.method[0]!;
    const rule = rules.find(method, route.url) as GatewayRoute | undefined;
    if (rule === undefined || rule.scope === null) return;
    const before = route.onResponse === undefined ? [] : Array.isArray(route.onResponse) ? route.onResponse : [route.onResponse];
    route.onResponse = [...before, noteOf(rule, route.url, log, uses)] as RouteOptions['onResponse'];
  });
}

function noteOf(rule: GatewayRoute, url: string, log: Pick<AccessLog, 'add'>, uses: TokenUses) {
  const inWorkspace = /^\/groups\/:([^/]+)/.exec(url)?.[1];
  const ofObject = /\/externalObjects\/:([^/]+)/.exec(url)?.[1];
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const caller = request.caller as Caller | null;
    const parameters = request.params as Record<string, string>;
    const workspace = inWorkspace === undefined ? '' : parameters[inWorkspace]!;
    // What a stranger tried in a workspace is no line of its log: it would tell the workspace of others.
    if (caller !== null && (inWorkspace === undefined || caller.grants.has(workspace))) {
      const now = Date.now();
      if (caller.subject.startsWith(MACHINE)) uses.note(caller.tokenId, now);
      log.add(workspace, {
        at: new Date(now).toISOString(),
        subject: caller.subject,
        tokenId: caller.tokenId,
        operation: rule.name,
        status: reply.statusCode,
        requestId: request.id,
        address: request.ip,
        externalId: ofObject === undefined ? undefined : parameters[ofObject],
      });
    }
    done();
  };
}
