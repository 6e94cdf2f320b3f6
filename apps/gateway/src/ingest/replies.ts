import type { FastifyReply } from 'fastify';
import type { Preferences } from './prefer.js';

/** JSON that is text already; as bytes, because Fastify adds a charset to the type of a text. */
export function sendJson(reply: FastifyReply, status: number, body: string, preferences?: Preferences): FastifyReply {
  if (preferences !== undefined && preferences.applied !== '') void reply.header('preference-applied', preferences.applied);
  return reply.code(status).header('content-type', 'application/json').header('cache-control', 'no-store').send(Buffer.from(body));
}

/** 202: it is in the log, and what becomes of it can be looked up at Location. */
export function sendPending(reply: FastifyReply, workspace: string, publicId: string, preferences: Preferences): FastifyReply {
  void reply.header('location', `/groups/${encodeURIComponent(workspace)}/operations/${publicId}`);
  return sendJson(reply, 202, `{"operationId":"${publicId}","status":"pending"}`, preferences);
}
