import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { type ServerTls, serverTlsOptions } from '../server-tls.js';

/** A real MQTT broker on this machine (3.1.1 and 5, sessions in memory) that records acknowledgements. */
export class MqttBroker {
  /** Payloads of the messages that clients acknowledged, in the order of the acknowledgements. */
  readonly acknowledged: string[] = [];
  /** Topic filters of all subscriptions, in order. */
  readonly subscriptions: string[] = [];
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  private constructor(
    private readonly aedes: Aedes,
    private readonly tls: ServerTls | undefined,
    private port: number,
  ) {
    aedes.on('ack', (packet) => void (packet && 'payload' in packet && this.acknowledged.push(String(packet.payload))));
    aedes.on('subscribe', (subscriptions) => void this.subscriptions.push(...subscriptions.map(({ topic }) => topic)));
  }

  /** @param password that clients must send, if any @param tls if absent, nothing is encrypted */
  static async start(password?: string, tls?: ServerTls): Promise<MqttBroker> {
    const aedes = await Aedes.createBroker({ queueLimit: 10_000 });
    if (password !== undefined) aedes.authenticate = (_client, _user, given, done) => done(null, String(given) === password);
    const broker = new MqttBroker(aedes, tls, 0);
    await broker.listen();
    return broker;
  }

  get url(): string {
    return `${this.tls === undefined ? 'mqtt' : 'mqtts'}://127.0.0.1:${this.port}`;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** Accepts connections, on the same port as before. */
  async listen(): Promise<void> {
    const serve = (socket: Socket): void => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      this.aedes.handle(socket);
    };
    const server = this.tls === undefined ? createServer(serve) : createTlsServer(serverTlsOptions(this.tls), serve);
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Breaks all connections and accepts no new ones; sessions are kept. */
  async interrupt(): Promise<void> {
    const closed = once(this.server!, 'close');
    this.server!.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Publishes a message; resolves when the broker has it. */
  publish(topic: string, payload: string | Buffer, more: { qos?: 0 | 1; retain?: boolean } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      this.aedes.publish({ cmd: 'publish', topic, payload, qos: more.qos ?? 1, retain: more.retain ?? false, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  async close(): Promise<void> {
    if (this.server!.listening) await this.interrupt();
    await new Promise<void>((resolve) => this.aedes.close(() => resolve()));
  }
}
