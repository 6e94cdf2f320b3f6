import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WorkspaceMove } from '#contracts/directory/records.js';
import { clientGone } from '#service/client-gone.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import type { ServiceClient } from '../services/service-client.js';
import { longPollMs, targetOf } from './request-target.js';
import { ELSEWHERE } from './targets.js';

/** Marks a call that a gateway forwarded to another installation, so that it is never forwarded again, or in a circle. */
export const FORWARDED_HEADER = 'waymark-handed-on';
/** Headers of a connection, not of the message (RFC 9110, 7.6.1); the caller's cookies are for this address alone. */
const OWN_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
  'cookie',
  'set-cookie',
  'date',
]);

export interface ForwardedCall {
  workspace: string;
  move: WorkspaceMove;
  rule: Pick<GatewayRoute, 'name'>;
}

/** Sends a call, unchanged and with its token, to the installation that now has its workspace, and streams the answer back. */
export async function forwardCall(
  client: ServiceClient,
  request: FastifyRequest,
  reply: FastifyReply,
  { move }: ForwardedCall,
): Promise<void> {
  const { raw } = request;
  const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
  const path = targetOf(raw.url ?? '/');
  const answer = await client.read({
    origin: move.address!,
    path,
    method: request.method,
    headers: { ...forwardedHeaders(raw.headers), [FORWARDED_HEADER]: '1' },
    body: hasBody ? raw : undefined,
    timeoutMs: ELSEWHERE.timeoutMs + longPollMs(path),
    signal: clientGone(reply),
  });
  void reply.code(answer.statusCode).headers(forwardedHeaders(answer.headers)).send(answer.body);
}

function forwardedHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined && !OWN_HEADERS.has(entry[0])),
  );
}
