import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { WorkspaceRecord } from '#contracts/directory/records.js';
import type { Scope } from '#contracts/directory/scopes.js';
import { Problem } from '#problems/problem.js';
import { type BearerGuard, unauthenticated } from './bearer.js';
import type { Caller } from './caller.js';
import type { RouteRule, RouteRules } from './route-rules.js';

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * Checks each call before its body is read, so that bodies of unauthorised callers are never decompressed or parsed. Nobody can call a
 * route that is not in the table. Call this before any route is registered.
 */
export function protectRoutes(fastify: FastifyInstance, rules: RouteRules, guard: BearerGuard, workspaces: WorkspaceAuthority): void {
  fastify.decorateRequest('caller', null as never);
  fastify.decorateRequest('refusalByNow', null);
  fastify.addHook('onRoute', (route) => {
    const methods = typeof route.method === 'string' ? [route.method] : route.method;
    const found = methods.map((method) => rules.find(method, route.url));
    const rule = found.every(
      (each) =>
        each !== undefined &&
        each.scope === found[0]!.scope &&
        each.narrowing === found[0]!.narrowing &&
        opensSuspended(each) === opensSuspended(found[0]!),
    )
      ? found[0]
      : undefined;
    route.onRequest = withCheck(route.onRequest, rule === undefined ? denyAll : checkOf(rule, route, guard, workspaces));
  });
}

const CHECKS = new WeakSet<OnRequest>();

/** Fastify copies the options of a GET to its HEAD; the check must not run twice. */
function withCheck(present: RouteOptions['onRequest'], check: OnRequest): RouteOptions['onRequest'] {
  const others = (present === undefined ? [] : Array.isArray(present) ? present : [present]) as OnRequest[];
  CHECKS.add(check);
  return [check, ...others.filter((hook) => !CHECKS.has(hook))] as RouteOptions['onRequest'];
}

const denyAll: OnRequest = (_request, _reply, done) => done(new Problem('forbidden', 'Nobody can use this route.'));

const allowAll: OnRequest = (_request, _reply, done) => done();

/** Queries to the copy of the directory about workspaces. */
export interface WorkspaceAuthority {
  workspace(id: string): Pick<WorkspaceRecord, 'status'> | undefined;
}

function checkOf(rule: RouteRule, route: RouteOptions, guard: BearerGuard, workspaces: WorkspaceAuthority): OnRequest {
  if (rule.scope === null && rule.tokenConsidered !== true) return allowAll;
  const parameter = /^\/groups\/:([^/]+)/.exec(route.url)?.[1];
  const authorise = (caller: Caller, request: FastifyRequest): Problem | undefined => {
    request.caller = caller;
    request.refusalByNow = refusalByNow;
    return refusalOf(caller, request);
  };
  const refusalOf = (caller: Caller, request: FastifyRequest): Problem | undefined => {
    if (rule.scope === null) return undefined;
    if (rule.scope === 'any') return narrowedRefusal(caller, rule);
    if (!caller.scopes.has(rule.scope)) return missingScope(rule.scope);
    const refusal =
      parameter === undefined ? undefined : refusalIn((request.params as Record<string, string>)[parameter]!, caller, rule, workspaces);
    return refusal ?? narrowedRefusal(caller, rule);
  };
  const refusalByNow = (request: FastifyRequest): Problem | undefined =>
    guard.revocationOf(request.caller) ?? refusalOf(request.caller, request);
  return (request, reply, done) => {
    let found: Caller | undefined | Promise<Caller>;
    try {
      found = guard.authenticate(request, reply);
    } catch (error) {
      return done(error as Error);
    }
    if (found === undefined) return done(rule.scope === null ? undefined : unauthenticated());
    if (!(found instanceof Promise)) return done(authorise(found, request));
    found.then((caller) => done(authorise(caller, request)), done);
  };
}

function refusalIn(id: string, caller: Caller, rule: RouteRule, workspaces: WorkspaceAuthority): Problem | undefined {
  const granted = caller.grants.get(id);
  const workspace = granted && workspaces.workspace(id);
  if (granted === undefined || workspace === undefined || workspace.status === 'deleting') return foreignWorkspace();
  if (!granted.has(rule.scope as Scope)) return missingScope(rule.scope as Scope);
  return workspace.status === 'suspended' && !opensSuspended(rule)
    ? new Problem(
        'workspace-suspended',
        'The workspace is suspended. It can be read, and its tokens, share links and members can be removed; other ' +
          'changes are refused. Nothing of this call was applied. Ask the operator to resume the workspace.',
      )
    : undefined;
}

function opensSuspended({ method, changesNothing, whileSuspended }: RouteRule): boolean {
  return method === 'GET' || changesNothing === true || whileSuspended === true;
}

/** For a route that does not declare support for limits, because it might give more than the token allows. */
function narrowedRefusal({ narrowing }: Caller, rule: RouteRule): Problem | undefined {
  if (narrowing === undefined || rule.narrowing === 'enforced') return undefined;
  const to = [
    narrowing.types && 'types of objects',
    narrowing.ids && 'ids',
    narrowing.bbox && 'an area',
    narrowing.idPrefix !== undefined && 'an id prefix',
    narrowing.fields && 'fields',
  ]
    .filter(Boolean)
    .join(', ');
  return new Problem('forbidden', `The token is limited to ${to}, and this route does not support such limits; use a token without them.`, {
    headers: { 'www-authenticate': 'Bearer realm="waymark", error="insufficient_scope"' },
  });
}

function missingScope(scope: string): Problem {
  return new Problem('forbidden', `The token lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer realm="waymark", error="insufficient_scope", scope="${scope}"` },
  });
}

/** The same answer whether the workspace exists or not. */
function foreignWorkspace(): Problem {
  return new Problem('forbidden', 'The token gives no access to this workspace.', {
    headers: { 'www-authenticate': 'Bearer realm="waymark", error="insufficient_scope"' },
  });
}
