import type { FastifyReply } from 'fastify';

/**
 * Aborted when the client disconnects before it has the whole answer. Every answer ends with `close`; an unnecessary abort would cost an
 * exception with its stack.
 */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
