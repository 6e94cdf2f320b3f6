import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { WorkspaceMove } from '#contracts/directory/records.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { RouteRules } from '#identity/route-rules.js';
import { Problem } from '#problems/problem.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { MovedCalls } from './moved-calls.js';

/** Tolerated difference between the clocks of the directory and a gateway. The end of a move reaches gateways much sooner. */
const CLOCKS_MS = 10_000;

/** Undefined for a workspace that is not being moved. */
type MoveState = WorkspaceMove['state'] | undefined;
const LEAVING: readonly MoveState[] = ['copying', 'closing', 'forwarding'];

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * For workspaces that are being moved (docs/decisions, 33): refuses changes while they are closed, and forwards their calls once
 * they have left. For all other workspaces, refuses the routes that only a move uses.
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
    const hook = rule && hookOf(rule, route.url, directory, calls);
    if (hook === undefined) return;
    const before = route.onRequest === undefined ? [] : Array.isArray(route.onRequest) ? route.onRequest : [route.onRequest];
    route.onRequest = [...before, hook] as RouteOptions['onRequest'];
  });
}

function hookOf(rule: GatewayRoute, url: string, directory: Pick<DirectoryCopy, 'workspace'>, calls: MovedCalls): Hook | undefined {
  // A workspace in use adopts nothing, and secrets are only exported from a workspace that is leaving.
  if (rule.whileReceiving) return only(directory, ['receiving'], 'No workspace with this id is being moved here, so nothing was written.');
  if (rule.whileLeaving) return only(directory, LEAVING, 'No workspace with this id is being moved from here to another installation.');
  const parameter = /^\/groups\/:([^/]+)/.exec(url)?.[1];
  return parameter === undefined ? undefined : judging(rule, parameter, directory, calls);
}

/** Refuses calls for a workspace whose move is not in one of these states. */
function only(directory: Pick<DirectoryCopy, 'workspace'>, states: readonly MoveState[], otherwise: string): Hook {
  return (request, _reply, done) => {
    const { workspaceId } = request.params as { workspaceId: string };
    const state: MoveState = directory.workspace(workspaceId)?.move?.state;
    done(states.includes(state) ? undefined : new Problem('conflict', otherwise));
  };
}

function judging(rule: GatewayRoute, parameter: string, directory: Pick<DirectoryCopy, 'workspace'>, calls: MovedCalls): Hook {
  return (request, reply, done) => {
    const workspace = (request.params as Record<string, string>)[parameter]!;
    const move = directory.workspace(workspace)?.move;
    // Fastify adds the hooks of a GET route to its HEAD route, where this hook then runs twice.
    if (move === undefined || move.state === 'copying' || reply.sent) return done();
    if (move.state === 'forwarding')
      return void calls.hand(request, reply, { workspace, move, rule }).then((answered) => answered || done(), done);
    done(refusesChanges(rule, move) ? closed(workspace, move) : undefined);
  };
}

function refusesChanges(rule: GatewayRoute, { state, until }: WorkspaceMove): boolean {
  if (rule.method === 'GET' || rule.changesNothing === true || rule.whileSuspended === true) return false;
  // While receiving, only updates of objects are refused: the move writes everything else by the routes that any caller uses.
  return state === 'receiving' ? rule.tag === 'Updates' : Date.now() < Date.parse(until!) + CLOCKS_MS;
}

function closed(workspace: string, { state }: WorkspaceMove): Problem {
  const detail =
    state === 'receiving'
      ? 'The workspace is still being moved here from another installation and accepts no changes yet; nothing of ' +
        'this call was applied. Send it again; reads work. If this lasts longer than a minute, an operator must run the move again, ' +
        `which completes it: npx waymark move ${workspace} --to ADDRESS --token-file FILE.`
      : 'The workspace is being moved to another installation and accepts no changes for some seconds; nothing ' +
        'of this call was applied. Send it again.';
  return new Problem('unavailable', detail, { headers: { 'retry-after': '1' } });
}
