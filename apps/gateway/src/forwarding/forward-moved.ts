import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { WorkspaceMove } from '#contracts/directory/records.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { RouteRules } from '#identity/route-rules.js';
import { Problem } from '#problems/problem.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { MovedCalls } from './moved-calls.js';

/** The clocks of the directory and a gateway may differ by this much; a finished move is announced long before. */
const CLOCKS_MS = 10_000;

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * For workspaces that are being moved (docs/decisions, 33): refuses changes while they are closed, forwards their calls
 * once they have left, and refuses what a move sends to any workspace but one that is arriving.
 * Register it after the checks of tokens and requests, and before the limits of plans: forwarded calls count at their destination.
 */
export function forwardMoved(
  fastify: FastifyInstance,
  routes: readonly GatewayRoute[],
  directory: Pick<DirectoryCopy, 'workspace'>,
  calls: MovedCalls,
): void {
  const rules = new RouteRules(routes);
  fastify.addHook('onRoute', (route) => {
    const method = typeof route.method === 'string' ? route.method : route.method[0]!;
    const rule = rules.find(method, route.url) as GatewayRoute | undefined;
    const inWorkspace = /^\/groups\/:([^/]+)/.exec(route.url)?.[1];
    const hook =
      rule === undefined
        ? undefined
        : rule.whileReceiving
          ? receivingOnly(directory)
          : inWorkspace === undefined
            ? undefined
            : judging(rule, inWorkspace, directory, calls);
    if (hook === undefined) return;
    const before = route.onRequest === undefined ? [] : Array.isArray(route.onRequest) ? route.onRequest : [route.onRequest];
    route.onRequest = [...before, hook] as RouteOptions['onRequest'];
  });
}

/** Nothing is adopted into a workspace that is in use. */
function receivingOnly(directory: Pick<DirectoryCopy, 'workspace'>): Hook {
  return (request, _reply, done) => {
    const { workspaceId } = request.params as { workspaceId: string };
    if (directory.workspace(workspaceId)?.move?.state === 'receiving') return done();
    done(new Problem('conflict', 'No workspace with this id is being moved here, and nothing is written into any other.'));
  };
}

function judging(rule: GatewayRoute, parameter: string, directory: Pick<DirectoryCopy, 'workspace'>, calls: MovedCalls): Hook {
  return (request, reply, done) => {
    const workspace = (request.params as Record<string, string>)[parameter]!;
    const move = directory.workspace(workspace)?.move;
    // Fastify passes the hooks of a GET on to its HEAD, so there this one runs twice.
    if (move === undefined || move.state === 'copying' || reply.sent) return done();
    if (move.state === 'forwarding')
      return void calls.hand(request, reply, { workspace, move, rule }).then((answered) => answered || done(), done);
    done(refusesChanges(rule, move) ? closed(move) : undefined);
  };
}

function refusesChanges(rule: GatewayRoute, { state, until }: WorkspaceMove): boolean {
  if (rule.method === 'GET' || rule.changesNothing === true || rule.whileSuspended === true) return false;
  // The move writes everything except objects with tokens like those of any caller.
  return state === 'receiving' ? rule.tag === 'Updates' : Date.now() < Date.parse(until!) + CLOCKS_MS;
}

function closed({ state }: WorkspaceMove): Problem {
  const detail =
    state === 'receiving'
      ? 'The workspace is still arriving here from another installation and takes no changes yet; nothing of ' +
        'this call was applied. Send it again. If this goes on, the operator has to run waymark move again, which ends the move.'
      : 'The workspace is being moved to another installation and takes no changes for some seconds; nothing ' +
        'of this call was applied. Send it again.';
  return new Problem('unavailable', detail, { headers: { 'retry-after': '1' } });
}
