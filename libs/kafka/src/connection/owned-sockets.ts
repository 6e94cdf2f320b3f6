import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from '#kafka-client';

const KEEP_ALIVE_MS = 30_000;

/** Creates the sockets of a client, and keeps a list of the open ones. */
export class OwnedSockets {
  private readonly open = new Set<net.Socket>();
  /** Called whenever a connected socket is closed by either side. */
  onLost: () => void = () => undefined;

  readonly factory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? tls.connect({ host, port, ...(net.isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // kafkajs writes each request at once, so waiting to fill a packet only adds latency.
    socket.setNoDelay(true);
    this.open.add(socket);
    socket.once('connect', () => socket.once('close', () => this.onLost()));
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** @param error emitted on the sockets; if absent, they close without an error event */
  destroy(error?: Error): void {
    for (const socket of this.open) socket.destroy(error);
  }
}
