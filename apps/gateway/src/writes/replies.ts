import type { FastifyReply } from 'fastify';
import type { Preferences } from '../checks/prefer.js';

/** Names the operation whose changes a read must contain; answers repeat it if they do. */
export const POSITION_HEADER = 'waymark-position';

/** JSON as ready-made text; sent as bytes, because Fastify adds a charset to the type of a text. */
export function sendJson(reply: FastifyReply, status: number, body: string, preferences?: Preferences): FastifyReply {
  if (preferences !== undefined && preferences.applied !== '') void reply.header('preference-applied', preferences.applied);
  return reply.code(status).header('content-type', 'application/json').header('cache-control', 'no-store').send(Buffer.from(body));
}

/** True in the answer to a call whose Idempotency-Key stands for an earlier one. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** A read that sends Waymark-Position back contains the changes of the call. */
export function nameOperation(reply: FastifyReply, { publicId, replayed }: { publicId: string | null; replayed?: boolean }): void {
  if (publicId !== null) void reply.header(POSITION_HEADER, publicId);
  if (replayed === true) void reply.header(REPLAYED_HEADER, 'true');
}

/** 202: it is in the log, and its outcome can be looked up at Location. */
export function sendPending(
  reply: FastifyReply,
  workspace: string,
  taken: { publicId: string | null; replayed?: boolean; preferences: Preferences },
): FastifyReply {
  const { publicId, preferences } = taken;
  nameOperation(reply, taken);
  void reply.header('location', `/groups/${encodeURIComponent(workspace)}/operations/${publicId!}`);
  return sendJson(reply, 202, `{"operationId":"${publicId}","status":"pending"}`, preferences);
}
