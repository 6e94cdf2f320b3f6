import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for a request whose headers are still arriving. */
const GRACE_MS = 1000;

/**
 * Makes a shutdown wait for open answers, but not for clients: Node's `close` also waits for the next request on a connection that
 * was in use, and for the first request on a new connection.
 */
export function drainConnections(fastify: FastifyInstance, isStopping: () => boolean): void {
  const open = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // Fastify sets this header only for requests that arrive after the shutdown began.
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

/** True if the connection has an open answer, or closes after its last one (see lingering-close). */
function isInUse(socket: Socket): boolean {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: object | null };
  return (message !== undefined && message !== null) || socket.writableEnded;
}
