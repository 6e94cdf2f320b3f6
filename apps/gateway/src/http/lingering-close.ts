import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface LingerBounds {
  /** Milliseconds after the answer until the connection is cut. */
  ms: number;
  /** Bytes after the answer that are read and thrown away; one more cuts the connection. */
  bytes: number;
}

/**
 * Closes in steps when an answer with `Connection: close` preceded the end of the body (RFC 9112, 9.6): first the answer, then our
 * half of the connection, and the rest only once the client has closed its half or a limit is reached. Node would close
 * at once, and bytes that arrive at a closed connection make the system reset it: the client, still writing, would lose the answer.
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
    // Node calls it on the connections that it does not keep, right after this.
    if (!this.req.complete && this.socket !== null) this.socket.destroySoon = linger;
  }
  server.on('request', ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      response.prependListener('finish', beforeNodeCloses);
  });
}

/** Later bytes are not parsed as requests. Only a listener of our own makes Node emit the bytes that its parser otherwise reads itself. */
function listenInsteadOfParsing(socket: Socket, take: (bytes: Buffer) => void): void {
  const parsers = socket.listeners('data') as ((bytes: Buffer) => void)[];
  socket.on('data', take);
  for (const parser of parsers) socket.removeListener('data', parser);
}
