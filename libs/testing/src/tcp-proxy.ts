import { once } from 'node:events';
import net from 'node:net';
import { FrameCutter, replaceAddress, requestHead, responseCorrelation } from './kafka-frames.js';
import { clientMessageEnd, serverMessageEnd } from './postgres-messages.js';

/** Kafka's API keys for which faults can be injected. */
export const API = {
  produce: 0,
  fetch: 1,
  listOffsets: 2,
  metadata: 3,
  offsetCommit: 8,
  findCoordinator: 10,
  joinGroup: 11,
  heartbeat: 12,
  initProducerId: 22,
} as const;

export interface ResponseFault {
  apiKey: number;
  /** Number of answers that still pass. Default 0. */
  after?: number;
  /** Number of answers that are affected. Default 1. */
  count?: number;
  /**
   * `drop`: the request is executed, but its answer never arrives. `reset`: the connection breaks instead. A number: the answer is
   * delayed by this number of milliseconds.
   */
  effect: 'drop' | 'reset' | number;
}

interface Armed {
  fault: ResponseFault;
  seen: number;
}

/** A complete message for a tap. */
export interface WireMessage {
  /** The same for all messages of a connection. */
  connection: object;
  from: 'client' | 'server';
  bytes: Buffer;
  /** For Kafka: the kind of request or answer. */
  apiKey?: number;
  /** For Kafka: the request of an answer. */
  request?: Buffer;
}

/** Sees each message before it passes. If it returns false, neither the message nor later bytes pass on its connection, either way. */
export type WireTap = (message: WireMessage) => boolean;

interface Link {
  client: net.Socket;
  server: net.Socket;
  /** Whether a tap has stopped it. */
  stopped: boolean;
}

/**
 * A TCP proxy on a loopback port that breaks connections in the ways networks do. With `kafka: true` it distinguishes requests and answers.
 * With `kafka` or `postgres` a tap sees messages, otherwise the bytes as they arrive.
 */
export class TcpProxy {
  /** Delay of each chunk in either direction, in milliseconds. */
  latencyMs = 0;
  tap: WireTap | undefined;
  /** While true, nothing passes in either direction and connections stay open; bytes that arrive in the meantime pass afterwards. */
  private frozen = false;
  private readonly held: (() => void)[] = [];
  private readonly links = new Set<Link>();
  private armed: Armed[] = [];
  private readonly requestCounts = new Map<number, number>();
  private readonly waiters: { apiKey: number; resolve: () => void }[] = [];
  private listening = true;

  private constructor(
    private readonly server: net.Server,
    private readonly target: { host: string; port: number },
    private readonly kafka: boolean,
    private readonly postgres: boolean,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  /** @param target `host:port` */
  static async start(target: string, { kafka = false, postgres = false } = {}): Promise<TcpProxy> {
    const [host, port] = target.split(':') as [string, string];
    const server = net.createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, { host, port: Number(port) }, kafka, postgres);
  }

  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }

  /** `host:port`, with the host name of the target, which certificates and the replacement of addresses need. */
  get address(): string {
    return `${this.kafka ? this.target.host : '127.0.0.1'}:${this.port}`;
  }

  get connections(): number {
    return this.links.size;
  }

  /** Number of requests of an API that passed to the broker. */
  requests(apiKey: number): number {
    return this.requestCounts.get(apiKey) ?? 0;
  }

  /** Resolves when the next request of that API passes. */
  nextRequest(apiKey: number): Promise<void> {
    return new Promise((resolve) => this.waiters.push({ apiKey, resolve }));
  }

  inject(fault: ResponseFault): void {
    this.armed.push({ fault, seen: 0 });
  }

  /** Removes all injected faults. */
  clearFaults(): void {
    this.armed = [];
  }

  /** Lets nothing pass, without notifying either side. */
  freeze(): void {
    this.frozen = true;
  }

  /** Passes the held-back bytes and everything that follows. */
  thaw(): void {
    this.frozen = false;
    for (const release of this.held.splice(0)) release();
  }

  /** Sends RST to both sides of every connection. */
  reset(): void {
    for (const { client, server } of this.links) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  /** Breaks every connection and refuses new ones until `restore`. */
  cut(): void {
    this.listening = false;
    this.reset();
  }

  restore(): void {
    this.listening = true;
  }

  /** Directs new connections to another port of the same host. */
  pointAt(port: number): void {
    this.target.port = port;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: net.Socket): void {
    if (!this.listening) {
      client.resetAndDestroy();
      return;
    }
    const server = net.connect(this.target);
    const link = { client, server, stopped: false };
    this.links.add(link);
    client.setNoDelay(true);
    server.setNoDelay(true);
    const end = (): void => {
      this.links.delete(link);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    if (this.kafka) this.relayKafka(link);
    else if (this.postgres) this.relayPostgres(link);
    else {
      client.on('data', (bytes: Buffer) => void (this.lets(link, { from: 'client', bytes }) && this.pass(() => server.write(bytes))));
      server.on('data', (bytes: Buffer) => void (this.lets(link, { from: 'server', bytes }) && this.pass(() => client.write(bytes))));
    }
  }

  private relayKafka(link: Link): void {
    const { client, server } = link;
    const open = new Map<number, { apiKey: number; request: Buffer }>();
    const requests = new FrameCutter();
    const responses = new FrameCutter();
    client.on('data', (chunk: Buffer) => {
      for (const frame of requests.push(chunk)) {
        const { apiKey, correlationId } = requestHead(frame);
        open.set(correlationId, { apiKey, request: frame });
        if (!this.lets(link, { from: 'client', bytes: frame, apiKey })) return;
        this.pass(() => {
          this.count(apiKey);
          server.write(frame);
        });
      }
    });
    server.on('data', (chunk: Buffer) => {
      for (const frame of responses.push(chunk)) {
        const correlationId = responseCorrelation(frame);
        const { apiKey = -1, request } = open.get(correlationId) ?? {};
        open.delete(correlationId);
        if (!this.lets(link, { from: 'server', bytes: frame, apiKey, ...(request && { request }) })) return;
        this.answer(client, apiKey, frame);
      }
    });
  }

  private relayPostgres(link: Link): void {
    const relay = (from: 'client' | 'server', cutter: FrameCutter): void => {
      const [source, target] = from === 'client' ? [link.client, link.server] : [link.server, link.client];
      source.on('data', (chunk: Buffer) => {
        for (const bytes of cutter.push(chunk)) {
          if (!this.lets(link, { from, bytes })) return;
          this.pass(() => target.write(bytes));
        }
      });
    };
    relay('client', new FrameCutter(clientMessageEnd));
    relay('server', new FrameCutter(serverMessageEnd));
  }

  private lets(link: Link, message: Omit<WireMessage, 'connection'>): boolean {
    if (!link.stopped && this.tap) link.stopped = !this.tap({ ...message, connection: link });
    return !link.stopped;
  }

  private answer(client: net.Socket, apiKey: number, frame: Buffer): void {
    const effect = this.effectOn(apiKey);
    if (effect === 'drop') return;
    if (effect === 'reset') {
      client.resetAndDestroy();
      return;
    }
    const names = apiKey === API.metadata || apiKey === API.findCoordinator;
    const bytes = names ? replaceAddress(frame, this.target.host, this.target.port, this.port) : frame;
    this.pass(() => client.write(bytes), effect);
  }

  private effectOn(apiKey: number): ResponseFault['effect'] | undefined {
    for (const armed of this.armed) {
      const { fault } = armed;
      if (fault.apiKey !== apiKey) continue;
      const index = armed.seen++;
      const first = fault.after ?? 0;
      if (index < first || index >= first + (fault.count ?? 1)) continue;
      return fault.effect;
    }
    return undefined;
  }

  private count(apiKey: number): void {
    this.requestCounts.set(apiKey, this.requests(apiKey) + 1);
    for (const waiter of this.waiters.filter((each) => each.apiKey === apiKey)) {
      this.waiters.splice(this.waiters.indexOf(waiter), 1);
      waiter.resolve();
    }
  }

  private pass(write: () => void, extraMs = 0): void {
    const delay = this.latencyMs + extraMs;
    const go = (): void => {
      if (this.frozen) this.held.push(write);
      else write();
    };
    if (delay === 0) go();
    else setTimeout(go, delay);
  }
}
