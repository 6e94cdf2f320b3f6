import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type IPublishPacket, type ISubscribePacket, type Packet, parser, writeToStream } from 'mqtt-packet';

interface Session {
  /** Topic filters, with the requested QoS. */
  readonly topics: Map<string, number>;
  /** Messages that are sent or waiting and not acknowledged, oldest first. */
  readonly unacknowledged: { id: number; topic: string; payload: Buffer; sent: boolean; isRepeat?: boolean }[];
  receiveMaximum: number;
  nextId: number;
  socket: Socket | undefined;
}

/**
 * The part of an MQTT 5 broker that a subscriber with QoS 0 or 1 needs. Sessions outlive connections, `receiveMaximum` is respected, and
 * acknowledgements must be in the order of the messages.
 */
export class MqttFiveBroker {
  readonly acknowledged: string[] = [];
  readonly subscriptions: string[] = [];
  /** The client's violations of the standard. */
  readonly faults: string[] = [];
  private readonly sessions = new Map<string, Session>();
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;
  private turn = 0;

  static async start(): Promise<MqttFiveBroker> {
    const broker = new MqttFiveBroker();
    await broker.listen();
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** Number of sessions, of connected and disconnected clients. */
  get sessionCount(): number {
    return this.sessions.size;
  }

  async listen(): Promise<void> {
    this.server = createServer((socket) => this.serve(socket));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  async interrupt(): Promise<void> {
    const closed = once(this.server!, 'close');
    this.server!.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    if (this.server!.listening) await this.interrupt();
  }

  async publish(topic: string, payload: string | Buffer): Promise<void> {
    for (const [session, qos] of this.receivers(topic)) {
      if (qos === 0) {
        if (session.socket?.destroyed === false)
          write(session.socket, { cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false } satisfies IPublishPacket);
        continue;
      }
      session.unacknowledged.push({ id: (session.nextId++ % 65_535) + 1, topic, payload: Buffer.from(payload), sent: false });
      send(session);
    }
  }

  /** The sessions with a normal subscription, and for each shared subscription the next one in turn (MQTT 5, section 4.8.2). */
  private receivers(topic: string): (readonly [Session, number])[] {
    const groups = new Map<string, (readonly [Session, number])[]>();
    const alone: (readonly [Session, number])[] = [];
    for (const session of this.sessions.values()) {
      for (const [filter, qos] of session.topics) {
        const [, group, shared] = /^\$share\/([^/]+)\/(.+)$/.exec(filter) ?? [];
        if (!matches(shared ?? filter, topic)) continue;
        if (group === undefined) alone.push([session, qos]);
        else groups.set(filter, [...(groups.get(filter) ?? []), [session, qos]]);
      }
    }
    this.turn++;
    return [...alone, ...[...groups.values()].map((members) => members[this.turn % members.length]!)];
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    const packets = parser({ protocolVersion: 5 } as never);
    let session: Session | undefined;
    packets.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connect') {
        const known = packet.clean === true ? undefined : this.sessions.get(packet.clientId);
        session = known ?? { topics: new Map(), unacknowledged: [], receiveMaximum: 65_535, nextId: 0, socket };
        session.socket = socket;
        session.receiveMaximum = packet.properties?.receiveMaximum ?? 65_535;
        for (const each of session.unacknowledged) {
          // MQTT-3.3.1-1: a message that is sent again is marked as such.
          each.isRepeat = each.sent;
          each.sent = false;
        }
        this.sessions.set(packet.clientId, session);
        if (packet.clean === true) socket.once('close', () => this.sessions.delete(packet.clientId));
        write(socket, { cmd: 'connack', reasonCode: 0, sessionPresent: known !== undefined });
        send(session);
      } else if (session !== undefined) this.answer(session, socket, packet);
    });
    packets.on('error', (error) => this.faults.push(error.message));
    socket.on('data', (bytes) => packets.parse(bytes));
  }

  private answer(session: Session, socket: Socket, packet: Packet): void {
    if (packet.cmd === 'subscribe') {
      const { subscriptions } = packet as ISubscribePacket;
      for (const { topic, qos } of subscriptions) session.topics.set(topic, qos);
      this.subscriptions.push(...subscriptions.map(({ topic }) => topic));
      write(socket, { cmd: 'suback', messageId: packet.messageId!, granted: subscriptions.map(({ qos }) => qos) });
    } else if (packet.cmd === 'puback') {
      const index = session.unacknowledged.findIndex(({ id }) => id === packet.messageId);
      if (index !== 0) this.faults.push(`acknowledged out of order or without need: ${packet.messageId}`);
      this.acknowledged.push(...session.unacknowledged.splice(Math.max(0, index), index < 0 ? 0 : 1).map(({ payload }) => String(payload)));
      send(session);
    } else if (packet.cmd === 'pingreq') write(socket, { cmd: 'pingresp' });
  }
}

function send(session: Session): void {
  if (session.socket === undefined || session.socket.destroyed) return;
  for (const each of session.unacknowledged.slice(0, session.receiveMaximum)) {
    if (each.sent) continue;
    each.sent = true;
    write(session.socket, {
      cmd: 'publish',
      topic: each.topic,
      payload: each.payload,
      qos: 1,
      messageId: each.id,
      dup: each.isRepeat ?? false,
      retain: false,
    } satisfies IPublishPacket);
  }
}

function write(socket: Socket, packet: Packet): void {
  writeToStream(packet, socket, { protocolVersion: 5 } as never);
}

/** Whether a topic matches a filter (MQTT 5, section 4.7). */
function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const given = topic.split('/');
  return (
    wanted.every((part, index) => part === '#' || (index < given.length && (part === '+' || part === given[index]))) &&
    (wanted.at(-1) === '#' || wanted.length === given.length)
  );
}
