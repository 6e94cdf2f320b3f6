import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For a request whose headers are still arriving. */
const GRACE_MS = 1000;

/**
 * A stop waits for answers, not for clients: Node's `close` would also wait for the next request of a connection that was in
 * use at the time, and for the first one of a connection without any.
 */
export function drainConnections(fastify: FastifyInstance, isStopping: () => boolean): void {
  const open = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // Fastify says it only for requests that arrive after the stop.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping()) void reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('preClose', (done) => {
    const endUnused = (): void => {
      for (const socket of open) if (!isInUse(socket)) socket.destroy();
    };
    setTimeout(endUnused, GRACE_MS).unref();
    done();
  });
}

/** True when an answer is due on the connection, or was the last one (see lingering-close). */
function isInUse(socket: Socket): boolean {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: object | null };
  return (message !== undefined && message !== null) || socket.writableEnded;
}
