import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { WorkspaceMove } from '#contracts/directory/records.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { RouteRules } from '#identity/route-rules.js';
import { Problem } from '#problems/problem.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { MovedCalls } from './moved-calls.js';

/** The clocks of the directory and a gateway may differ by this much; a finished move is announced long before. */
const CLOCKS_MS = 10_000;

/** Undefined: it is not being moved. */
type MoveState = WorkspaceMove['state'] | undefined;
const LEAVING: readonly MoveState[] = ['copying', 'closing', 'forwarding'];

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * For workspaces that are being moved (docs/decisions, 33): refuses changes while they are closed, forwards their calls
 * once they have left, and refuses what only a move does for any workspace that is not being moved.
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
  // Nothing is adopted into a workspace that is in use, and secrets of a workspace that stays are never given away.
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
    // Fastify passes the hooks of a GET on to its HEAD, so there this one runs twice.
    if (move === undefined || move.state === 'copying' || reply.sent) return done();
    if (move.state === 'forwarding')
      return void calls.hand(request, reply, { workspace, move, rule }).then((answered) => answered || done(), done);
    done(refusesChanges(rule, move) ? closed(workspace, move) : undefined);
  };
}

function refusesChanges(rule: GatewayRoute, { state, until }: WorkspaceMove): boolean {
  if (rule.method === 'GET' || rule.changesNothing === true || rule.whileSuspended === true) return false;
  // The move writes everything except objects with tokens like those of any caller.
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
