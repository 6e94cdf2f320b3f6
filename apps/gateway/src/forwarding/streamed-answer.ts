import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AWAIT_HEADER, LAG_HEADER, REACHED_HEADER } from '#contracts/awaited-position.js';
import { Problem, PROBLEM_MEDIA_TYPE } from '#problems/problem.js';
import { clientGone } from '#service/client-gone.js';
import type { Logger } from '#telemetry/logger.js';
import { callerHeaders } from '../services/caller-headers.js';
import type { ServiceClient } from '../services/service-client.js';
import { POSITION_HEADER } from '../writes/replies.js';
import type { AwaitedOperations } from './awaited-operation.js';
import { longPollMs, targetOf } from './request-target.js';

/** Request headers that reads use. Never the caller's Authorization or cookies. */
const REQUEST_HEADERS = ['accept', 'accept-encoding', 'if-none-match', 'if-modified-since', 'last-event-id'] as const;
/** Forwarded answer headers; those of the connection and of the inner server are not forwarded. */
const ANSWER_HEADERS = [
  'content-type',
  'content-encoding',
  'content-length',
  'content-disposition',
  'etag',
  'last-modified',
  'cache-control',
  'link',
  'vary',
  'retry-after',
  'location',
  'x-accel-buffering',
  LAG_HEADER,
  'age',
] as const;

/** The projection sends data on an open stream more often than this. */
const STREAM_SILENCE_MS = 30_000;
const EVENT_STREAM = 'text/event-stream';

export interface StreamOptions {
  timeoutMs: number;
  /** For long polls and streams: aborted, with a Problem as its reason, when the read has to end. */
  ends?: AbortSignal;
  /** For reads that can wait for the changes of an operation; absent for others. */
  awaited?: Pick<AwaitedOperations, 'of'>;
  /** JSON. */
  body?: Buffer;
  /** Limit between two parts of the body, if it differs from the limit until the headers. */
  silenceMs?: number;
  /** For a route that always answers with a stream, even if the client accepts other types. */
  isStream?: boolean;
  log: Logger;
}

/** Forwards one authorised call and streams its answer back; stops when the caller disconnects. */
export async function streamAnswer(
  client: ServiceClient,
  request: FastifyRequest,
  reply: FastifyReply,
  { timeoutMs, ends, awaited, body, silenceMs, isStream: isAlwaysStream = false, log }: StreamOptions,
): Promise<FastifyReply> {
  const path = targetOf(request.raw.url ?? '/');
  const gone = clientGone(reply);
  const position = await awaited?.of(request, gone);
  const isStream = isAlwaysStream || request.raw.headers.accept?.includes(EVENT_STREAM) === true;
  const answer = await client
    .read({
      method: request.method,
      path,
      headers: {
        ...headersFor(request),
        ...(position?.header !== undefined && { [AWAIT_HEADER]: position.header }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body,
      timeoutMs: timeoutMs + longPollMs(path) + (position?.waitMs ?? 0),
      silenceMs: isStream ? STREAM_SILENCE_MS : silenceMs,
      signal: ends === undefined ? gone : AbortSignal.any([gone, ends]),
    })
    .catch((error: unknown) => {
      throw ends?.aborted === true && ends.reason instanceof Problem ? ends.reason : error;
    });
  // A token that was revoked during a long poll must not receive the changes.
  const refusal = request.refusalByNow?.(request);
  if (refusal !== undefined) {
    answer.body.on('error', () => undefined).destroy();
    throw refusal;
  }
  const type = String(answer.headers['content-type'] ?? '');
  if (answer.statusCode === 401 || (answer.statusCode >= 500 && !type.startsWith(PROBLEM_MEDIA_TYPE))) {
    answer.body.on('error', () => undefined).destroy();
    log.error(
      { status: answer.statusCode, requestId: request.id },
      'A service refused a call of the gateway, or failed; check that both have the same INTERNAL_TOKEN.',
    );
    throw new Problem('unavailable', client.words.failed, { headers: { 'retry-after': '2' } });
  }
  void reply.code(answer.statusCode);
  for (const name of ANSWER_HEADERS) {
    const value = answer.headers[name];
    if (value !== undefined) void reply.header(name, value);
  }
  if (position && answer.headers[REACHED_HEADER] === '1') void reply.header(POSITION_HEADER, position.position);
  if (position && position.applied !== '') void reply.header('preference-applied', position.applied);
  return reply.send(ends !== undefined && type.startsWith(EVENT_STREAM) ? endingWith(ends, answer.body, request.id) : answer.body);
}

const EVENT_END = '\n\n';

/** Ends a stream, with the reason as a last event. After half an event the connection is cut instead, since it would look complete. */
function endingWith(ends: AbortSignal, body: Readable, requestId: string): PassThrough {
  const out = new PassThrough();
  let last = EVENT_END;
  body.on('data', (piece: Buffer) => (last = piece.subarray(-EVENT_END.length).toString('latin1')));
  body.on('error', (error) => {
    if (last !== EVENT_END) return out.destroy(error);
    const problem =
      ends.reason instanceof Problem
        ? ends.reason
        : new Problem('unavailable', 'The stream was interrupted; reconnect, and continue from the last id.');
    return out.end(`event: problem\ndata: ${JSON.stringify(problem.body(requestId))}${EVENT_END}`);
  });
  return body.pipe(out);
}

function headersFor(request: FastifyRequest): Record<string, string> {
  const headers = callerHeaders(request);
  for (const name of REQUEST_HEADERS) {
    const value = request.raw.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}
