import type { WebSocket } from 'ws';
import type { HubTokenDesk } from './hub-tokens.js';
import type { HubDocument, HubWorld, ThingPosition } from './hub-world.js';
import type { SentLog } from './sent-log.js';

const TOPICS = ['trackable_motions', 'location_updates', 'fence_events', 'collision_events', 'proximity_updates'];
const FLUSH_MS = 5;
const PING_MS = 200;
/** Unsent bytes in a socket from which its reader counts as slow. */
const SLOW_BYTES = 256 * 1024;
const MAX_IN_FRAME = 500;

interface Subscription {
  readonly id: number;
  readonly topic: string;
  readonly crs: string | undefined;
  readonly token: unknown;
}

interface Waiting {
  readonly thing: string;
  readonly where: ThingPosition;
}

/** Shared by the sockets of a hub. */
export interface HubHouse {
  readonly world: HubWorld;
  readonly tokens: HubTokenDesk;
  readonly log: SentLog;
  /** Subscriptions of all sockets, by topic. */
  readonly subscribed: Map<string, number>;
}

/** One client of the simulated hub. */
export class ClientSocket {
  readonly subscriptions: Subscription[] = [];
  private waiting: Waiting[] = [];
  private sent = 0;
  private read = 0;
  private next = 1;
  private readonly timers: NodeJS.Timeout[];
  /** True: nothing is sent or answered, as if the connection were open but the hub gone. */
  silent = false;
  /** Resolves when the socket is closed and that is in the log. */
  readonly closed: Promise<void>;

  constructor(
    readonly number: number,
    private readonly socket: WebSocket,
    private readonly house: HubHouse,
  ) {
    house.log.write({ kind: 'opened', socket: number });
    socket.on('message', (data) => !this.silent && this.take(String(data as Buffer)));
    socket.on('pong', (data) => {
      this.read = Number(data.toString());
      house.log.write({ kind: 'read', socket: number, number: this.read });
    });
    socket.on('ping', (data) => !this.silent && !this.has('no-pong') && socket.pong(data));
    socket.on('error', () => undefined);
    this.timers = [
      setInterval(() => this.flush(), FLUSH_MS),
      setInterval(
        () => !this.silent && !this.has('no-pong') && socket.readyState === socket.OPEN && socket.ping(String(this.sent)),
        PING_MS,
      ),
    ];
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.timers.forEach(clearInterval);
        for (const { topic } of this.subscriptions) this.count(topic, -1);
        house.log.write({ kind: 'closed', socket: number });
        resolve();
      });
    });
  }

  /** Whether everything was sent and the reader has read it. */
  get hasReadAll(): boolean {
    return this.waiting.length === 0 && this.read === this.sent;
  }

  isSubscribed(topic: string): boolean {
    return this.subscriptions.some((each) => each.topic === topic);
  }

  move(thing: string, where: ThingPosition): void {
    this.waiting.push({ thing, where });
  }

  fence(event: HubDocument, thing: string, entry: boolean, at: number): void {
    // Earlier positions must be sent first.
    this.flush();
    for (const subscription of this.subscriptions.filter(({ topic }) => topic === 'fence_events')) {
      this.data(subscription, [event]);
      this.house.log.write({ kind: 'fence', socket: this.number, thing, fence: event.fence_id as string, entry, at });
    }
  }

  /** Cuts the connection without a closing frame (1006). */
  cut(): void {
    this.socket.terminate();
  }

  sendError(code: number, description: string): void {
    this.send({ event: 'error', code, description });
  }

  private take(text: string): void {
    let wrapper: Record<string, unknown>;
    try {
      wrapper = JSON.parse(text) as Record<string, unknown>;
    } catch {
      return this.sendError(10005, 'no JSON');
    }
    const params = (wrapper.params ?? {}) as Record<string, unknown>;
    switch (wrapper.event) {
      case 'subscribe':
        return this.subscribe(String(wrapper.topic), params);
      case 'unsubscribe':
        return this.unsubscribe(Number(wrapper.subscription_id));
      case 'message':
        return;
      default:
        return this.sendError(10000, 'unknown event');
    }
  }

  private subscribe(topic: string, params: Record<string, unknown>): void {
    const code = this.house.tokens.judge(params.token);
    if (!TOPICS.includes(topic)) return this.sendError(10001, 'unknown topic');
    if (code !== undefined) return this.sendError(code, code === 10004 ? 'token expired' : 'no such token');
    if (topic === 'fence_events' && this.has('no-fence-topic')) return this.sendError(10002, 'topic is disabled');
    if (this.has('identical-subscription-refused') && this.subscriptions.some((each) => each.topic === topic && each.crs === params.crs))
      return this.sendError(10002, 'already subscribed');
    if (this.has('one-subscription-a-topic') && (this.house.subscribed.get(topic) ?? 0) > 0)
      return this.sendError(10002, 'already subscribed');
    const subscription = { id: this.next++, topic, crs: typeof params.crs === 'string' ? params.crs : undefined, token: params.token };
    this.subscriptions.push(subscription);
    this.count(topic, 1);
    if (this.has('data-before-subscribed'))
      this.data(
        subscription,
        this.documents(
          subscription,
          [...this.house.world.last].slice(0, 1).map(([thing, where]) => ({ thing, where })),
        ),
      );
    this.send({ event: 'subscribed', topic, subscription_id: subscription.id });
  }

  private unsubscribe(id: number): void {
    const index = this.subscriptions.findIndex((each) => each.id === id);
    if (index < 0) return this.sendError(10003, 'no such subscription');
    const [{ topic }] = this.subscriptions.splice(index, 1) as [Subscription];
    this.count(topic, -1);
    this.send({ event: 'unsubscribed', topic, subscription_id: id });
  }

  private flush(): void {
    if (this.silent || this.waiting.length === 0 || this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > SLOW_BYTES) {
      if (this.has('closes-slow-readers')) return this.cut();
      if (this.has('merges-for-slow-readers')) this.merge();
      if (this.has('drops-for-slow-readers')) this.drop();
      return;
    }
    for (let from = 0; from < this.waiting.length; from += MAX_IN_FRAME) this.frame(this.waiting.slice(from, from + MAX_IN_FRAME));
    this.waiting = [];
  }

  private frame(waiting: readonly Waiting[]): void {
    for (const subscription of [...this.subscriptions]) {
      if (subscription.topic === 'fence_events') continue;
      const code = this.house.tokens.judge(subscription.token);
      if (code !== undefined) {
        this.sendError(code, 'token expired');
        this.subscriptions.splice(this.subscriptions.indexOf(subscription), 1);
        this.count(subscription.topic, -1);
        continue;
      }
      const documents = this.documents(subscription, waiting);
      if (this.has('empty-payloads')) this.data(subscription, []);
      if (this.has('unreadable-frames'))
        for (const junk of [
          '{"event":"message",',
          '[]',
          '{"event":"sing"}',
          '{"event":"message","topic":"trackable_motions","payload":{}}',
        ])
          this.socket.send(junk);
      if (this.has('unreadable-frames')) this.socket.send(Buffer.from([1, 2, 3]));
      this.data(subscription, documents);
      if (this.has('repeated-frames')) this.data(subscription, documents);
      if (this.has('locations-beside-motions') && subscription.topic === 'trackable_motions')
        this.data(
          { ...subscription, topic: 'location_updates' },
          waiting
            .map(({ thing, where }) => this.house.world.locationOf(thing, where, subscription.crs))
            .filter((each) => each !== undefined),
        );
      for (const { thing, where } of waiting) {
        if (this.house.world.locationOf(thing, where, subscription.crs) === undefined) continue;
        const { at, lat, lon, x, y } = where;
        this.house.log.write({
          kind: 'sent',
          socket: this.number,
          number: ++this.sent,
          thing,
          at,
          ...(lat !== undefined && { lat, lon }),
          ...(x !== undefined && { x, y }),
        });
      }
    }
  }

  private documents({ topic, crs }: Subscription, waiting: readonly Waiting[]): HubDocument[] {
    const { world } = this.house;
    return waiting
      .map(({ thing, where }) => (topic === 'trackable_motions' ? world.motionOf(thing, where, crs) : world.locationOf(thing, where, crs)))
      .filter((each) => each !== undefined);
  }

  /** Keeps only the newest position of each thing, at its place in the queue. */
  private merge(): void {
    const newest = new Map<string, Waiting>();
    for (const waiting of this.waiting) {
      const before = newest.get(waiting.thing);
      if (before) this.house.log.write({ kind: 'merged', socket: this.number, thing: before.thing, at: before.where.at });
      newest.set(waiting.thing, waiting);
    }
    this.waiting = [...newest.values()];
  }

  private drop(): void {
    for (const { thing, where } of this.waiting.splice(0))
      this.house.log.write({ kind: 'dropped', socket: this.number, thing, at: where.at });
  }

  private data({ id, topic }: Subscription, payload: readonly HubDocument[]): void {
    this.send({
      event: 'message',
      ...(!this.has('no-topic') && { topic }),
      ...(!this.has('no-subscription-id') && { subscription_id: id }),
      payload,
    });
  }

  private send(wrapper: object): void {
    if (!this.silent && this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(wrapper));
  }

  private has(quirk: Parameters<HubWorld['quirks']['has']>[0]): boolean {
    return this.house.world.quirks.has(quirk);
  }

  private count(topic: string, by: number): void {
    this.house.subscribed.set(topic, (this.house.subscribed.get(topic) ?? 0) + by);
  }
}
