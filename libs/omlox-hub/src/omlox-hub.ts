import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { WebSocketServer } from 'ws';
import { HubRestDesk } from './hub-rest.js';
import { ClientSocket } from './hub-socket.js';
import { type HubAuth, HubTokenDesk } from './hub-tokens.js';
import { HubWorld, type ThingPosition, type WorldFence, type WorldTrackable } from './hub-world.js';
import type { HubQuirk } from './quirks.js';
import { SentLog } from './sent-log.js';
import type { SiteZone } from './site.js';

export interface OmloxHubSettings {
  /** 0: any free port. */
  readonly port?: number;
  readonly basePath?: string;
  readonly quirks?: readonly HubQuirk[];
  readonly auth?: HubAuth;
  /** For the hub and its token endpoint; omitted: not encrypted. */
  readonly tls?: TlsOptions;
  readonly trackables?: readonly WorldTrackable[];
  readonly zones?: readonly SiteZone[];
  readonly fences?: readonly WorldFence[];
  /** File for the log of sent messages, as NDJSON; default: in memory. */
  readonly sentFile?: string;
}

/** One of this number of positions is sent after its successor (`times-go-backwards`). */
const BACKWARDS_EVERY = 5;

/**
 * An omlox hub on a loopback port: REST and WebSocket, with quirks of real hubs that can be switched on by name. It records everything that
 * it sends.
 */
export class OmloxHub {
  readonly world: HubWorld;
  readonly rest: HubRestDesk;
  readonly tokens: HubTokenDesk;
  readonly log: SentLog;
  readonly sockets = new Set<ClientSocket>();
  private readonly subscribed = new Map<string, number>();
  private server: Server | undefined;
  private number = 0;
  private moves = 0;
  private heldBack: { thing: string; where: ThingPosition } | undefined;
  private port: number;
  private readonly basePath: string;
  private readonly tls: TlsOptions | undefined;

  private constructor(settings: OmloxHubSettings) {
    this.world = new HubWorld(new Set(settings.quirks));
    this.tokens = new HubTokenDesk(settings.auth ?? { kind: 'none' });
    this.log = new SentLog(settings.sentFile);
    this.port = settings.port ?? 0;
    this.basePath = settings.basePath ?? '/v2';
    this.tls = settings.tls;
    this.rest = new HubRestDesk(this.basePath, this.world, this.tokens, (thing, where) => this.move(thing, where));
    for (const trackable of settings.trackables ?? []) this.world.trackables.set(trackable.id, trackable);
    for (const zone of settings.zones ?? []) this.world.zones.set(zone.id, zone);
    for (const fence of settings.fences ?? []) this.world.fences.set(fence.id, { ...fence, inside: new Map() });
  }

  static async start(settings: OmloxHubSettings = {}): Promise<OmloxHub> {
    const hub = new OmloxHub(settings);
    await hub.listen();
    return hub;
  }

  /** With the base path, as in a client's settings. */
  get url(): string {
    return `${this.origin}${this.basePath}`;
  }

  get tokenUrl(): string {
    return `${this.origin}/token`;
  }

  private get origin(): string {
    return `${this.tls === undefined ? 'http' : 'https'}://127.0.0.1:${this.port}`;
  }

  /** Number of sockets that receive positions. */
  get readers(): number {
    return [...this.sockets].filter((socket) => socket.isSubscribed('trackable_motions') || socket.isSubscribed('location_updates')).length;
  }

  /** Moves a thing: the snapshot has the new position at once, sockets get it within some milliseconds. */
  move(thing: string, where: ThingPosition): void {
    if (!this.world.trackables.has(thing)) this.world.trackables.set(thing, { id: thing });
    this.moves++;
    if (this.world.quirks.has('times-go-backwards') && this.heldBack === undefined && this.moves % BACKWARDS_EVERY === 0) {
      this.heldBack = { thing, where };
      return;
    }
    this.publish(thing, where);
    if (this.heldBack === undefined) return;
    const late = this.heldBack;
    this.heldBack = undefined;
    this.publish(late.thing, late.where);
  }

  /** A thing enters or leaves a fence. */
  cross(thing: string, fence: string, entry: boolean, at: number): void {
    const { inside } = this.world.fences.get(fence)!;
    if (entry) inside.set(thing, at);
    else inside.delete(thing);
    const time = new Date(at).toISOString();
    const event = {
      id: randomUUID(),
      fence_id: fence,
      event_type: entry ? 'region_entry' : 'region_exit',
      trackable_id: thing,
      ...(entry ? { entry_time: time } : { exit_time: time }),
    };
    for (const socket of this.sockets) socket.fence(event, thing, entry, at);
  }

  /** Closes all connections with 1006. */
  closeSockets(): void {
    for (const socket of this.sockets) socket.cut();
  }

  /** Sockets stay open but send nothing, not even pongs. */
  fallSilent(): void {
    for (const socket of this.sockets) socket.silent = true;
  }

  /** Stops and starts on the same port: sockets and subscriptions are lost, the world is kept. */
  async restart(awayMs = 0): Promise<void> {
    await this.stopListening();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    await this.listen();
  }

  async stop(): Promise<void> {
    await this.stopListening();
    await this.log.close();
  }

  private publish(thing: string, where: ThingPosition): void {
    this.world.last.set(thing, where);
    let isSent = false;
    for (const socket of this.sockets) {
      if (!socket.isSubscribed('trackable_motions') && !socket.isSubscribed('location_updates')) continue;
      isSent = true;
      socket.move(thing, where);
    }
    if (!isSent) this.log.write({ kind: 'unheard', thing, at: where.at });
  }

  private async listen(): Promise<void> {
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      void this.rest.answer(request, response).catch(() => response.destroy());
    const server = this.tls === undefined ? createServer(answer) : createTlsServer(this.tls, answer);
    const sockets = new WebSocketServer({ noServer: true, autoPong: false });
    server.on('upgrade', (request, stream, head) => {
      if (new URL(request.url!, 'http://hub').pathname !== `${this.basePath}/ws/socket`)
        return stream.end('HTTP/1.1 404 Not Found\r\n\r\n');
      sockets.handleUpgrade(request, stream, head, (socket) => {
        const client = new ClientSocket(++this.number, socket, {
          world: this.world,
          tokens: this.tokens,
          log: this.log,
          subscribed: this.subscribed,
        });
        this.sockets.add(client);
        socket.once('close', () => this.sockets.delete(client));
      });
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  private async stopListening(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const closed = [...this.sockets].map((socket) => socket.closed);
    this.closeSockets();
    server.closeAllConnections();
    server.close();
    await Promise.all([once(server, 'close'), ...closed]);
  }
}
