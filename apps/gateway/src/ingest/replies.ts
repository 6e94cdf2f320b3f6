import type { FastifyReply } from 'fastify';
import { POSITION_HEADER } from '../reads/awaited-operation.js';
import type { Preferences } from './prefer.js';

/** JSON that is text already; as bytes, because Fastify adds a charset to the type of a text. */
export function sendJson(reply: FastifyReply, status: number, body: string, preferences?: Preferences): FastifyReply {
  if (preferences !== undefined && preferences.applied !== '') void reply.header('preference-applied', preferences.applied);
  return reply.code(status).header('content-type', 'application/json').header('cache-control', 'no-store').send(Buffer.from(body));
}

/** A read that sends this header back contains what the call has changed. */
export function namePosition(reply: FastifyReply, publicId: string | null): void {
  if (publicId !== null) void reply.header(POSITION_HEADER, publicId);
}

/** 202: it is in the log, and what becomes of it can be looked up at Location. */
export function sendPending(reply: FastifyReply, workspace: string, publicId: string, preferences: Preferences): FastifyReply {
  namePosition(reply, publicId);
  void reply.header('location', `/groups/${encodeURIComponent(workspace)}/operations/${publicId}`);
  return sendJson(reply, 202, `{"operationId":"${publicId}","status":"pending"}`, preferences);
}
