import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface LingerBounds {
  /** Milliseconds after the answer until the connection is cut. */
  ms: number;
  /** Bytes after the answer that are read and discarded; one more cuts the connection. */
  bytes: number;
}

/**
 * Closes a connection in steps when an answer with `Connection: close` precedes the end of the request's body (RFC 9112, 9.6): sends
 * the answer, closes our half of the connection, and closes the rest once the client has closed its half or a limit is reached. Node
 * would close at once; bytes that arrive at a closed connection make the system reset it, and a client that is still writing would
 * lose the answer.
 */
export function closeGently(server: Server, bounds: LingerBounds): void {
  function linger(this: Socket): void {
    let left = bounds.bytes;
    const late = setTimeout(() => this.destroy(), bounds.ms);
    this.once('close', () => clearTimeout(late));
    listenInsteadOfParsing(this, (bytes) => {
      left -= bytes.length;
      if (left < 0) this.destroy();
    });
    this.end();
    this.resume();
  }
  function beforeNodeCloses(this: ServerResponse): void {
    // Node calls destroySoon right after this, on connections that it does not keep open.
    if (!this.req.complete && this.socket !== null) this.socket.destroySoon = linger;
  }
  server.on('request', ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      response.prependListener('finish', beforeNodeCloses);
  });
}

/** Keeps later bytes from being parsed as requests. Node's parser reads from the socket itself until somebody listens for `data`. */
function listenInsteadOfParsing(socket: Socket, take: (bytes: Buffer) => void): void {
  const parsers = socket.listeners('data') as ((bytes: Buffer) => void)[];
  socket.on('data', take);
  for (const parser of parsers) socket.removeListener('data', parser);
}
