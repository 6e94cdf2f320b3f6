import { type RawData, WebSocket } from 'ws';
import { type JsonObject, listOf, objectOf, textOf } from '../../reading-parts/json-values.js';
import { HubError, hubError } from './error-codes.js';
import type { HubWeb } from './hub-web.js';
import type { HubToken } from './tokens.js';

export type Topic = 'trackable_motions' | 'location_updates' | 'fence_events';
const TOPICS: ReadonlySet<string> = new Set<Topic>(['trackable_motions', 'location_updates', 'fence_events']);

/** The events of an open socket. */
export interface SocketEvents {
  message(topic: Topic, payload: readonly unknown[]): void;
  /** A frame that is not a wrapper of the interface. */
  unreadable(text: string, why: string): void;
  /** A hub error that does not answer a request. */
  complaint(error: HubError): void;
}

export interface HubAddress {
  /** Including the base path. */
  readonly url: string;
  readonly certificates?: HubWeb['certificates'];
}

/** The reason why a socket ended. */
export interface SocketEnd {
  readonly why: string;
  /** The hub no longer accepts the token. */
  readonly byToken: boolean;
}

/** Milliseconds; tests use shorter ones. */
export interface SocketTimes {
  readonly openMs: number;
  readonly answerMs: number;
  readonly pingMs: number;
  /** Time without any frame or pong. */
  readonly silentMs: number;
}

export const SOCKET_TIMES: SocketTimes = { openMs: 10_000, answerMs: 10_000, pingMs: 10_000, silentMs: 30_000 };
/** A frame of 10,000 motions has about 5 MB. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const MAX_SHOWN = 2000;
/** Time for the hub's answer to a close. */
const LAST_MS = 1000;

/**
 * One open WebSocket of a hub. It subscribes to one topic at a time, because hub errors do not say what they answer. `pause` stops reading:
 * the hub then buffers or merges messages, or closes the socket.
 */
export class HubSocket {
  readonly ended: Promise<SocketEnd>;
  private end: (end: SocketEnd) => void = () => undefined;
  private pending: { readonly topic: Topic; readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  private readonly topics = new Map<unknown, Topic>();
  /** Rounds of pings without data. Counted in rounds, so that a clock jump or a suspended process does not look like a silent hub. */
  private silentRounds = 0;
  private paused = false;
  private broken = false;
  private reason: SocketEnd | undefined;

  private constructor(
    private readonly socket: WebSocket,
    private readonly token: HubToken,
    private readonly events: SocketEvents,
    private readonly times: SocketTimes,
  ) {
    this.ended = new Promise((resolve) => (this.end = resolve));
    socket.on('message', (data, binary) => this.take(data, binary));
    socket.on('pong', () => (this.silentRounds = 0));
    socket.on('ping', () => (this.silentRounds = 0));
    socket.on('error', (error) => {
      this.broken = true;
      this.reason ??= { why: wordsOf(error), byToken: false };
    });
    const pings = setInterval(() => this.watch(), times.pingMs);
    socket.on('close', (code) => {
      clearInterval(pings);
      this.broken ||= this.reason === undefined;
      const end = this.reason ?? {
        why: `the hub closed the socket (${code === 1006 ? '1006, without a word: it may be overloaded or gone' : code})`,
        byToken: code === 1008,
      };
      this.pending?.reject(new Error(end.why));
      this.pending = undefined;
      this.end(end);
    });
  }

  /**
   * @param hub its address with base path, and the certificates for it
   * @throws Error when it does not open in time; HubError when the token is rejected
   */
  static open(
    { url, certificates }: HubAddress,
    token: HubToken,
    events: SocketEvents,
    times: SocketTimes,
    signal: AbortSignal,
  ): Promise<HubSocket> {
    return new Promise((resolve, reject) => {
      const address = `${url.replace(/\/+$/, '').replace(/^http/, 'ws')}/ws/socket`;
      const socket = new WebSocket(address, {
        maxPayload: MAX_FRAME_BYTES,
        handshakeTimeout: times.openMs,
        followRedirects: false,
        ...certificates,
        ...(token.value !== undefined && { headers: { authorization: `Bearer ${token.value}` } }),
      });
      const abort = (): void => socket.terminate();
      signal.addEventListener('abort', abort, { once: true });
      socket.once('close', () => signal.removeEventListener('abort', abort));
      socket.on('error', (error) => reject(error instanceof HubError ? error : new Error(`the WebSocket did not open: ${wordsOf(error)}`)));
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        const status = response.statusCode ?? 0;
        reject(
          status === 401 || status === 403
            ? hubError(status === 401 ? 10006 : 10004, undefined)
            : new Error(
                `the WebSocket did not open: the hub answered ${status} to ${new URL(address).pathname}: is url the ` +
                  'hub with its base path, as https://hub.example/v2?',
              ),
        );
        socket.terminate();
      });
      // Listens before anything can arrive, since the first frame may be in the same packet as the handshake's answer.
      const opened = new HubSocket(socket, token, events, times);
      socket.once('open', () => resolve(opened));
      if (signal.aborted) abort();
    });
  }

  /**
   * @param params in addition to the token
   * @throws HubError from the hub; Error when it does not answer in time, or the socket ends
   */
  async subscribe(topic: Topic, params: JsonObject): Promise<void> {
    if (this.pending) throw new Error('One subscription at a time.');
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        if (this.socket.readyState !== WebSocket.OPEN) return reject(new Error('the socket closed'));
        this.pending = { topic, resolve, reject };
        timer = setTimeout(
          () => reject(new Error(`the hub did not answer the subscription of ${topic} in ${this.times.answerMs / 1000} s`)),
          this.times.answerMs,
        );
        this.socket.send(
          JSON.stringify({
            event: 'subscribe',
            topic,
            params: { ...params, ...(this.token.value !== undefined && { token: this.token.value }) },
          }),
        );
      });
    } finally {
      clearTimeout(timer);
      this.pending = undefined;
    }
  }

  /** Whether the hub stopped sending on its own, because a token expired or without a reason: messages may have been missed. */
  get brokeOff(): boolean {
    return this.broken;
  }

  pause(): void {
    this.paused = true;
    this.socket.pause();
  }

  resume(): void {
    this.paused = false;
    this.silentRounds = 0;
    this.socket.resume();
  }

  /** Closes it in order, or by force when the hub does not answer; `ended` resolves. */
  close(): void {
    this.reason ??= { why: 'closed by the agent', byToken: false };
    // A paused socket would never see the hub's answer to the close.
    if (this.paused) return this.socket.terminate();
    this.socket.close(1000);
    setTimeout(() => this.socket.terminate(), LAST_MS).unref();
  }

  private watch(): void {
    // A paused socket receives nothing by design.
    if (this.paused) return;
    if (++this.silentRounds * this.times.pingMs <= this.times.silentMs)
      return void (this.socket.readyState === WebSocket.OPEN && this.socket.ping());
    this.broken = true;
    this.reason ??= {
      why: `nothing was heard of the hub for ${this.times.silentMs / 1000} s, not even an answer to a ping`,
      byToken: false,
    };
    this.socket.terminate();
  }

  private take(data: RawData, binary: boolean): void {
    this.silentRounds = 0;
    // Text frames are already validated as UTF-8.
    const text = (data as Buffer).toString('utf8');
    let wrapper: JsonObject | undefined;
    try {
      wrapper = objectOf(JSON.parse(text));
    } catch {
      wrapper = undefined;
    }
    if (wrapper === undefined || binary)
      return this.events.unreadable(text.slice(0, MAX_SHOWN).toWellFormed(), binary ? 'a binary frame' : 'a frame that is no JSON object');
    switch (wrapper.event) {
      case 'message':
        return this.message(wrapper, text);
      case 'subscribed':
        return this.subscribed(wrapper);
      case 'error':
        return this.error(hubError(wrapper.code, wrapper.description));
      case 'unsubscribed':
        return;
      default:
        return this.events.unreadable(text.slice(0, MAX_SHOWN).toWellFormed(), 'a frame with an event that the interface does not have');
    }
  }

  private message(wrapper: JsonObject, text: string): void {
    const topic = textOf(wrapper.topic) ?? this.topics.get(wrapper.subscription_id);
    const payload = listOf(wrapper.payload ?? []);
    // Ignores topics without a subscription: some hubs send locations in addition to motions.
    if (topic !== undefined && !TOPICS.has(topic)) return;
    if (topic === undefined || payload === undefined)
      return this.events.unreadable(
        text.slice(0, MAX_SHOWN).toWellFormed(),
        topic === undefined ? 'a message without a topic or a known subscription' : 'a message whose payload is no list',
      );
    if (payload.length > 0) this.events.message(topic as Topic, payload);
  }

  private subscribed(wrapper: JsonObject): void {
    const { pending } = this;
    if (pending === undefined || (wrapper.topic !== undefined && wrapper.topic !== pending.topic)) return;
    if (wrapper.subscription_id !== undefined) this.topics.set(wrapper.subscription_id, pending.topic);
    pending.resolve();
  }

  private error(error: HubError): void {
    if (this.pending) return this.pending.reject(error);
    if (error.kind !== 'token' && error.code !== 10007) return this.events.complaint(error);
    this.broken = true;
    this.reason ??= { why: error.message, byToken: error.kind === 'token' };
    this.socket.close(1000);
  }
}

/** Never contains an address, whose query may hold a secret. */
function wordsOf(error: Error): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return `the hub sent a frame of more than ${MAX_FRAME_BYTES / 1024 / 1024} MiB`;
  return code?.startsWith('WS_') || code === undefined ? message : code;
}
