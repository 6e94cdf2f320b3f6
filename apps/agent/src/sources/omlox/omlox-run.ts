import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import { backOff } from '../../pacing/back-off.js';
import type { SourceContext } from '../../reading/source.js';
import { HubError } from './hub/error-codes.js';
import { HubSocket, SOCKET_TIMES, type SocketEnd, type SocketTimes, type Topic } from './hub/hub-socket.js';
import { HubWeb } from './hub/hub-web.js';
import { HubRest } from './hub/rest.js';
import { type HubToken, type HubTokens, tokensFor } from './hub/tokens.js';
import { Intake } from './intake.js';
import { Knowledge } from './knowledge.js';
import type { OmloxOptions } from './options.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';
import { Workshop } from './workshop.js';

/** Milliseconds; tests use shorter ones. */
export interface OmloxTimes extends SocketTimes {
  /** Interval at which names, zones and the snapshot are read again; this detects a hub that silently stopped sending. */
  readonly resyncMs: number;
  /** Minimum interval of snapshots that recover what a hub left out while reading was paused. */
  readonly repairMs: number;
  /** A connection of this duration was good: the next attempt starts with the shortest pause again. */
  readonly goodMs: number;
}

export const OMLOX_TIMES: OmloxTimes = { ...SOCKET_TIMES, resyncMs: 600_000, repairMs: 30_000, goodMs: 30_000 };
/**
 * A hub may still send buffered messages to the old socket, or report that it will not. Both sockets are read meanwhile, and duplicates
 * count once.
 */
const OVERLAP_MS = 1000;
const OLD_SOCKET_MS = 1000;
const BUFFERS_EMPTY_MS = 1000;

/**
 * The form of the position subscription: without `crs`, with `crs: EPSG:4326`, or both when neither alone is known to deliver everything.
 */
type SubscriptionForm = 'as-it-is' | 'in-degrees' | 'both';
const IN_DEGREES = { crs: 'EPSG:4326' } as const;

interface Link {
  readonly socket: HubSocket;
  readonly token: HubToken;
}

/**
 * Reads a hub until the source is stopped. Each connection subscribes first and then takes the snapshot, so that nothing is lost between;
 * duplicates are delivered once. Before the token expires, another socket with a new one replaces the old: some hubs reject a second
 * subscription on the same socket, and closing first would lose positions.
 */
export class OmloxRun {
  private readonly web: HubWeb;
  private readonly tokens: HubTokens;
  private readonly knowledge: Knowledge;
  private readonly intake: Intake;
  private readonly sockets = new Set<HubSocket>();
  private readonly topic: Topic;
  private form: SubscriptionForm = 'as-it-is';
  /** The hub rejects a second subscription of a topic. */
  private refusesTwo = false;
  /** A snapshot has shown which positions the hub converts that the agent can't place; until the next regular one. */
  private looked = false;
  private failures = 0;
  /** When messages missed by a slow reader are to be recovered, and when that last happened; milliseconds since the epoch. */
  private repairAt = Infinity;
  private repairedAt = 0;
  private waking = new AbortController();

  constructor(
    private readonly options: OmloxOptions,
    private readonly context: SourceContext,
    private readonly times: OmloxTimes = OMLOX_TIMES,
  ) {
    this.web = new HubWeb(options.tls);
    this.tokens = tokensFor(options.auth, this.web);
    const rest = new HubRest(options.url, this.tokens, this.web, context.signal);
    this.knowledge = new Knowledge(rest, options, context.place, context.log);
    this.topic = options.use === 'locations' ? 'location_updates' : 'trackable_motions';
    const holdable = {
      pause: () => this.sockets.forEach((socket) => socket.pause()),
      resume: () => {
        this.sockets.forEach((socket) => socket.resume());
        this.repairSoon();
      },
    };
    const unplaced = (): void => {
      if (this.looked || this.form !== 'as-it-is') return;
      this.looked = true;
      this.repairSoon();
    };
    this.intake = new Intake(new Workshop(options, this.knowledge, { ...context, unplaced }), this.knowledge.repeats, context, holdable);
  }

  async run(): Promise<void> {
    try {
      await this.readOn();
    } finally {
      await this.web.close();
    }
  }

  private async readOn(): Promise<void> {
    const { signal, log } = this.context;
    const delivering = this.intake.run();
    // Otherwise, a fault of the intake would only be noticed when the source ends.
    const broken = delivering.then(() => Promise.reject(new Error('The intake ended.')));
    broken.catch(() => undefined);
    while (!signal.aborted) {
      const startedAt = Date.now();
      let why: string;
      try {
        why = await Promise.race([this.connection(), broken]);
      } catch (error) {
        if (await isRejected(delivering)) throw error;
        why = (error as Error).message;
      }
      this.closeAll();
      if (signal.aborted) break;
      this.failures = Date.now() - startedAt >= this.times.goodMs ? 1 : this.failures + 1;
      const wait = backOff(this.failures);
      log.warn(`The hub cannot be read: ${why}. Next attempt in ${(wait / 1000).toFixed(1)} s.`);
      this.context.disconnected(why);
      this.context.counted?.('reconnected', 1);
      await pause(wait, signal);
    }
    this.closeAll();
    this.intake.end();
    await delivering;
  }

  /**
   * One connection, with sockets that replace each other.
   * @returns why it ended.
   * @throws Error when it could not be opened
   */
  private async connection(): Promise<string> {
    const { signal } = this.context;
    const known = await this.knowledge.load();
    let link = await this.open();
    const things = await this.repairGap(link);
    if (things === undefined) link = await this.takenOver(link);
    this.context.connected(
      `${this.topic} of ${new URL(this.options.url).host}: ${counted(known.trackables, 'trackables')}, ` +
        `${counted(known.zones, 'zones')}${this.options.fences?.enabled ? `, ${counted(known.fences, 'fences')}` : ''}`,
    );
    let resyncAt = Date.now() + this.times.resyncMs;
    for (;;) {
      const renewAt = link.token.renewAt ?? Infinity;
      this.waking = new AbortController();
      const ended = await endedWithin(
        link.socket,
        Math.min(renewAt, resyncAt, this.repairAt) - Date.now(),
        AbortSignal.any([signal, this.waking.signal]),
      );
      if (signal.aborted) return 'the source ends';
      if (ended?.byToken) this.tokens.refused(link.token);
      if (ended) return ended.why;
      if (Date.now() >= renewAt) link = await this.takenOver(link);
      if (Date.now() >= resyncAt) {
        await this.knowledge.load();
        this.looked = false;
        if ((await this.repairGap(link)) === undefined) link = await this.takenOver(link);
        resyncAt = Date.now() + this.times.resyncMs;
      } else if (Date.now() >= this.repairAt) link = await this.repairOmitted(link);
    }
  }

  /** Schedules a recovery for when the hub's buffers for this reader are empty: until then it may drop more. */
  private repairSoon(): void {
    this.repairAt = Math.max(Date.now() + BUFFERS_EMPTY_MS, this.repairedAt + this.times.repairMs);
    this.waking.abort();
  }

  /** If a hub is too busy for a snapshot, it is asked again later, because its socket still works. */
  private async repairOmitted(link: Link): Promise<Link> {
    this.repairAt = Infinity;
    this.repairedAt = Date.now();
    let repaired: true | undefined;
    try {
      repaired = await this.repairGap(link);
    } catch (error) {
      this.context.log.warn(
        `Positions that the hub may have omitted while it was read slowly have not been recovered yet: ${(error as Error).message}`,
      );
      this.repairSoon();
      return link;
    }
    return repaired ? link : this.takenOver(link);
  }

  /** A subscribed socket. A rejected token is replaced once. */
  private async open(): Promise<Link> {
    const token = await this.tokens.current();
    try {
      return await this.openWith(token);
    } catch (error) {
      if (!(error instanceof HubError) || error.kind !== 'token') throw error;
      this.tokens.refused(token);
      const another = await this.tokens.current();
      if (another.value === token.value) throw error;
      return this.openWith(another);
    }
  }

  private async openWith(token: HubToken): Promise<Link> {
    const { log, signal } = this.context;
    const socket = await HubSocket.open(
      { url: this.options.url, certificates: this.web.certificates },
      token,
      {
        message: (topic, payload) => {
          if (topic === 'fence_events')
            this.intake.push(this.options.fences?.enabled ? payload.map((document) => ({ kind: 'fence', document })) : []);
          else if (topic === this.topic) this.intake.push(payload.map((document) => ({ kind: 'position', document, bySnapshot: false })));
        },
        unreadable: (text, why) => this.intake.push([{ kind: 'unreadable', text, why }]),
        complaint: (error) => log.warn(`The hub reported an error: ${error.message}.`),
      },
      this.times,
      signal,
    );
    try {
      await socket.subscribe(this.topic, this.form === 'in-degrees' ? IN_DEGREES : {});
      if (this.form === 'both') await this.subscribeAlso(socket);
      if (this.options.fences?.enabled) {
        await socket.subscribe('fence_events', {}).catch((error: unknown) => {
          if (!(error instanceof HubError) || error.kind === 'token') throw error;
          log.warn(`The fences could not be read: ${error.message}.`);
        });
      }
    } catch (error) {
      socket.close();
      throw error;
    }
    this.sockets.add(socket);
    void socket.ended.then(() => this.sockets.delete(socket));
    if (this.intake.holds) socket.pause();
    return { socket, token };
  }

  /** A second subscription, in degrees; if the hub rejects it, positions arrive in their original form. */
  private async subscribeAlso(socket: HubSocket): Promise<void> {
    try {
      await socket.subscribe(this.topic, IN_DEGREES);
      this.form = 'both';
    } catch (error) {
      if (!(error instanceof HubError) || error.kind === 'token') throw error;
      this.refusesTwo = true;
      this.form = 'as-it-is';
    }
  }

  /**
   * Opens a new socket and closes the old one a moment later. If a hub rejects two, the old one is closed first and the snapshot fills the
   * gap, as when the old one ended too soon.
   */
  private async takenOver(old: Link): Promise<Link> {
    let link: Link;
    try {
      link = await this.open();
    } catch (error) {
      if (!(error instanceof HubError) || error.kind !== 'topic') throw error;
      await this.closed(old);
      link = await this.open();
      await this.repairGap(link);
      return link;
    }
    await endedWithin(old.socket, OVERLAP_MS, this.context.signal);
    await this.closed(old);
    // The old socket stopped before the new one started.
    if (old.socket.brokeOff) await this.repairGap(link);
    return link;
  }

  private async closed({ socket }: Link): Promise<void> {
    socket.close();
    await settledWithin(socket.ended, OLD_SOCKET_MS);
  }

  /**
   * @returns undefined when positions must be subscribed in another form.
   * @throws Error when the hub is unavailable
   */
  private async repairGap({ socket }: Link): Promise<true | undefined> {
    const inside = this.options.fences?.enabled ? await this.knowledge.fences.snapshot(this.knowledge.rest) : undefined;
    const snapshot = await takeSnapshot(this.knowledge.rest, this.options.use ?? 'motions', this.knowledge.zones);
    if (snapshot === undefined)
      this.context.log.warn('The hub has no list of current locations: positions sent while no socket was open cannot be recovered.');
    else this.intake.push(snapshot.documents.map((document) => ({ kind: 'position', document, bySnapshot: true })));
    if (inside) this.intake.push([{ kind: 'inside', inside }]);
    if (this.intake.holds) socket.pause();
    const wanted = this.wanted(snapshot);
    if (wanted === this.form) return true;
    if (wanted === 'both' && this.form === 'as-it-is') {
      await this.subscribeAlso(socket);
      return true;
    }
    this.form = wanted;
    return undefined;
  }

  /** Without `crs` nothing is lost; `crs` is used only when a list shows that the hub converts positions that the agent can't place. */
  private wanted(snapshot: Snapshot | undefined): SubscriptionForm {
    if (snapshot === undefined) return this.refusesTwo ? 'as-it-is' : 'both';
    if (!snapshot.needsHub) return 'as-it-is';
    if (!snapshot.filters) return 'in-degrees';
    return this.refusesTwo ? 'as-it-is' : 'both';
  }

  private closeAll(): void {
    for (const socket of this.sockets) socket.close();
  }
}

function counted(number: number | undefined, what: string): string {
  return number === undefined ? `${what} not readable` : `${number} ${what}`;
}

/** @returns undefined when the socket is still open after that time, or the source ends */
async function endedWithin(socket: HubSocket, milliseconds: number, signal: AbortSignal): Promise<SocketEnd | undefined> {
  const over = new AbortController();
  // A timer accepts at most 2^31 ms.
  const waited = pause(Math.max(0, Math.min(milliseconds, 2 ** 31 - 1)), AbortSignal.any([signal, over.signal])).then(() => undefined);
  try {
    return await Promise.race([socket.ended, waited]);
  } finally {
    over.abort();
  }
}

async function isRejected(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    promise.then(
      () => false,
      () => true,
    ),
    Promise.resolve(false),
  ]);
}
