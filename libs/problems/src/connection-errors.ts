import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem-filter.js';
import { problemOf } from './problem-of.js';
import { Problem, PROBLEM_MEDIA_TYPE } from './problem.js';
import { makeRequestId } from './request-id.js';

const CONNECTION_PROBLEMS: Readonly<Record<string, () => Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new Problem('request-timeout', 'Headers and body must arrive within the time limits.'),
  HPE_HEADER_OVERFLOW: () =>
    new Problem('headers-too-large', 'The URL and the headers together are larger than allowed. Send fewer or shorter headers.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new Problem('body-too-large', 'The chunk extensions are too large.'),
};

/**
 * Answers an invalid request (Node's `clientError`) with a problem and closes the connection, as the rest cannot be trusted. A connection
 * that was opened in advance and never used is closed without an answer, which a client would take for that of its next request.
 */
export function answerConnectionError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || socket.bytesRead === 0 || wasAnswered(socket)) {
    socket.destroy();
    return;
  }
  const known = error.code !== undefined && Object.hasOwn(CONNECTION_PROBLEMS, error.code) ? CONNECTION_PROBLEMS[error.code] : undefined;
  const problem = known?.() ?? new Problem('bad-request', 'The bytes on the connection are not a valid HTTP request.');
  const id = makeRequestId();
  const body = JSON.stringify(problem.body(id));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

/** Whether an answer is under way on this connection; ours would be read as a part of it. */
function wasAnswered(socket: Socket): boolean {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
  return message?.headersSent === true;
}

/** Fastify's answer to a URL that its router cannot parse, before any hook runs. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  sendProblem(problemOf(error), request, reply);
}
