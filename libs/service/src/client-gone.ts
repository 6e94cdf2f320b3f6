import type { FastifyReply } from 'fastify';

/**
 * Aborted when the client disconnects before it has the whole answer. `close` occurs after every answer, but aborts only incomplete
 * ones: an abort creates an exception with a stack trace.
 */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
