import type { FastifyReply } from 'fastify';
import type { Preferences } from '../checks/prefer.js';

/** In a read, the operation whose changes it must contain; in the answer, the same value if it does. */
export const POSITION_HEADER = 'waymark-position';

/** Sends serialised JSON, as bytes, because Fastify adds a charset to the type of a string. */
export function sendJson(reply: FastifyReply, status: number, body: string, preferences?: Preferences): FastifyReply {
  if (preferences !== undefined && preferences.applied !== '') void reply.header('preference-applied', preferences.applied);
  return reply.code(status).header('content-type', 'application/json').header('cache-control', 'no-store').send(Buffer.from(body));
}

/** Header of the answer to a repeated call; `true` if its Idempotency-Key stands for an earlier call. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** Adds Waymark-Position: a read that sends it back contains the changes of the call. */
export function nameOperation(reply: FastifyReply, { publicId, replayed }: { publicId: string | null; replayed?: boolean }): void {
  if (publicId !== null) void reply.header(POSITION_HEADER, publicId);
  if (replayed === true) void reply.header(REPLAYED_HEADER, 'true');
}

/** Answers 202: the operation is on the log, and its outcome can be looked up at Location. */
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
