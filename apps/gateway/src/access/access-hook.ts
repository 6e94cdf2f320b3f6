import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AccessLine } from '#contracts/access-log.js';
import type { Caller } from '#identity/caller.js';
import { RouteRules } from '#identity/route-rules.js';
import { Problem } from '#problems/problem.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { AccessLog } from './access-log.js';
import type { TokenUses } from './token-uses.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** True once the call has its line in the access log. */
    accessLogged: boolean;
  }
}

/** Prefix of the subjects of machine tokens. */
const MACHINE = 'token:';
/** The client disconnected before the answer began. */
const GONE = 499;
/** Far above the length limit of ids; longer ones are refused, and not logged. */
const MAX_ID_CHARACTERS = 1024;
/** The diagnosis also answers while the broker is down, since it has to report that; so its line is not written before the answer. */
const DOCTOR = 'diagnose';

type Log = Pick<AccessLog, 'add' | 'writeNow'>;
type Found = { workspace: string; line: AccessLine } | undefined;
type Note = (request: FastifyRequest, status: number, address: string) => void;
type LineOf = (request: FastifyRequest, status: number, address: string) => Found;

/**
 * Logs each authorised call once: when it was answered, or when the client disconnected. The line for an operator's read is
 * written before the answer, which is refused if that fails. An operator's change has a line in the
 * directory's audit, or is logged before it is made (`BegunChanges`).
 * Call it after the checks and before the routes are registered.
 */
export function noteAccess(fastify: FastifyInstance, routes: readonly GatewayRoute[], log: Log, uses: TokenUses): void {
  const rules = new RouteRules(routes);
  fastify.decorateRequest('accessLogged', false);
  fastify.addHook('onRoute', (route) => {
    const method = typeof route.method === 'string' ? route.method : route.method[0]!;
    const rule = rules.find(method, route.url) as GatewayRoute | undefined;
    if (rule === undefined || rule.scope === null) return;
    const lineOf = linesOf(rule, route.url, uses);
    const note: Note = (request, status, address) => {
      const found = lineOf(request, status, address);
      if (found !== undefined) log.add(found.workspace, found.line);
    };
    route.onRequest = [...hooksOf(route.onRequest), noteWhenGone(note)] as RouteOptions['onRequest'];
    route.onResponse = [...hooksOf(route.onResponse), noteWhenAnswered(note)] as RouteOptions['onResponse'];
    if (rule.scope === 'operator' && rule.method === 'GET' && rule.name !== DOCTOR)
      route.onSend = [...hooksOf(route.onSend), writeBeforeAnswer(lineOf, log)] as RouteOptions['onSend'];
  });
}

const hooksOf = (present: unknown): unknown[] => (present === undefined ? [] : Array.isArray(present) ? present : [present]);

/** Runs after the hooks that can refuse a call, so a refused call is not logged here. */
const noteWhenGone =
  (note: Note) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { raw } = reply;
    // Read it now: a closed connection has no address any more.
    const address = request.ip;
    raw.once('close', () => {
      if (!raw.writableFinished) note(request, raw.headersSent ? raw.statusCode : GONE, address);
    });
    done();
  };

const noteWhenAnswered =
  (note: Note) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    note(request, reply.statusCode, request.ip);
    done();
  };

const writeBeforeAnswer =
  (lineOf: LineOf, log: Log) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode >= 400) return payload;
    const found = lineOf(request, reply.statusCode, request.ip);
    if (found === undefined) return payload;
    try {
      await log.writeNow(found.workspace, found.line);
    } catch (error) {
      request.accessLogged = false;
      throw new Problem(
        'unavailable',
        'Reads by operators must be logged first, which is not possible at the moment because the broker is ' +
          'down. GET /operator/diagnosis still answers.',
        { headers: { 'retry-after': '2' }, cause: error },
      );
    }
    return payload;
  };

/** Builds the line of a call when it is first requested, and returns undefined after that. */
function linesOf(rule: GatewayRoute, url: string, uses: TokenUses): LineOf {
  const inWorkspace = /^\/groups\/:([^/]+)/.exec(url)?.[1];
  const ofObject = /\/externalObjects\/:([^/]+)/.exec(url)?.[1];
  return (request, status, address) => {
    const caller = request.caller as Caller | null;
    const parameters = request.params as Record<string, string>;
    const workspace = inWorkspace === undefined ? '' : parameters[inWorkspace]!;
    // A caller without access is not in the log of the workspace: its line would reveal another customer.
    if (request.accessLogged || caller === null || (inWorkspace !== undefined && !caller.grants.has(workspace))) return undefined;
    request.accessLogged = true;
    const now = Date.now();
    if (caller.subject.startsWith(MACHINE)) uses.note(caller.tokenId, now);
    const externalId = ofObject === undefined ? undefined : parameters[ofObject]!;
    const line: AccessLine = {
      at: new Date(now).toISOString(),
      subject: caller.subject,
      tokenId: caller.tokenId,
      operation: rule.name,
      status,
      requestId: request.id,
      address,
      externalId: externalId !== undefined && externalId.length <= MAX_ID_CHARACTERS ? externalId : undefined,
    };
    return { workspace, line };
  };
}
