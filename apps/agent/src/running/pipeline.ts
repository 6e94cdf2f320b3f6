import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#telemetry/logger.js';
import type { SourceConfig } from '../configuration/agent-config.js';
import { pauseAfter } from '../delivery/back-off.js';
import { OncePerMinute } from '../pacing/once-per-minute.js';
import type { DurableQueue } from '../queue/durable-queue.js';
import { QueueClosedError } from '../queue/group-commit.js';
import type { HeldObject, Quarantined } from '../queue/queue.js';
import type { Element } from '../reading/element.js';
import {
  type QuarantineReason,
  type Received,
  type SourceContext,
  type SourceCount,
  SourceError,
  type SourceKind,
} from '../reading/source.js';
import { Shaper } from '../shaping/shaper.js';

/** The result of mapping a message. */
export type MappedMessage =
  | { readonly element: Element }
  | { readonly quarantined: { readonly reason: QuarantineReason; readonly detail: string } };

export interface PipelineOptions {
  readonly config: SourceConfig;
  readonly kind: SourceKind<never>;
  /** `mapReading`: also checks the result against the rules of the API. @param receivedAt milliseconds since 1970 */
  readonly map: (received: Received, source: SourceConfig, receivedAt: number) => MappedMessage | Promise<MappedMessage>;
  readonly queue: Pick<DurableQueue, 'put' | 'place'>;
  readonly log: Logger;
  /** Receives the source's own counts. */
  readonly onCount: (what: SourceCount, number: number) => void;
}

export interface PipelineStatus {
  readonly name: string;
  readonly kind: string;
  /** `failed`: retrying does not help; the detail says what to do. */
  readonly state: 'starting' | 'connected' | 'disconnected' | 'failed' | 'stopped';
  readonly detail: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const DUE_EVERY_MS = 250;
/** Time for a source to close its connections and for its handovers to reach the disk. */
const STOP_MS = 8_000;
const NOTHING: readonly HeldObject[] = [];

/**
 * The path of one source: its messages are mapped, shaped and queued in order. A changed configuration needs a new pipeline: stop this one
 * first.
 */
export class Pipeline {
  private readonly stopping = new AbortController();
  private readonly shaper: Shaper | undefined;
  private readonly notes = new OncePerMinute();
  private readonly handovers = new Set<Promise<void>>();
  private now: Pick<PipelineStatus, 'state' | 'detail' | 'since'> = { state: 'starting', detail: 'not connected yet', since: Date.now() };
  private mapped: Promise<unknown> = Promise.resolve();
  private running: Promise<void> | undefined;
  private due: NodeJS.Timeout | undefined;

  constructor(private readonly options: PipelineOptions) {
    const { shape } = options.config;
    if (shape !== undefined) this.shaper = new Shaper(shape, () => performance.now());
  }

  start(): void {
    if (this.shaper !== undefined) this.due = setInterval(() => this.release(this.shaper!, 'due'), DUE_EVERY_MS);
    this.running = this.run();
  }

  /**
   * Stops the source and waits, for some seconds, until all its handovers are on disk. Elements held by shaping are queued for sending,
   * because the next pipeline of this source does not know them. After that, nothing more arrives from this source.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.due);
    const late = new AbortController();
    const done = async (): Promise<void> => {
      await this.running;
      await this.mapped;
      await Promise.allSettled(this.handovers);
      if (this.shaper !== undefined) this.release(this.shaper, 'all');
      await Promise.allSettled(this.handovers);
      late.abort();
    };
    await Promise.race([done(), sleep(STOP_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    if (!late.signal.aborted)
      this.options.log.warn('The source did not end in time, or the queue accepted nothing; unacknowledged messages are delivered again.');
    this.setState('stopped', 'stopped');
  }

  status(): PipelineStatus {
    const { name, kind } = this.options.config;
    return { name, kind, ...this.now };
  }

  private async run(): Promise<void> {
    const { kind, config, log } = this.options;
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      const startedAt = performance.now();
      try {
        await kind.run(config.options as never, this.context());
        if (signal.aborted) return;
        this.setState('disconnected', 'it ended by itself, and is started again');
      } catch (error) {
        if (signal.aborted || error instanceof QueueClosedError) return;
        if (error instanceof SourceError) {
          this.setState('failed', error.message);
          log.error({ detail: error.message }, 'The source cannot run; the others do.');
          return;
        }
        this.setState('disconnected', (error as Error).message);
        log.error({ err: error }, 'The source stopped unexpectedly and is restarted.');
      }
      failures = performance.now() - startedAt > 60_000 ? 1 : failures + 1;
      await sleep(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
    }
  }

  private context(): SourceContext {
    const { config, queue, log } = this.options;
    return {
      name: config.name,
      log,
      signal: this.stopping.signal,
      place: queue.place(config.name),
      deliver: (messages, place) => this.deliver(messages, place),
      counted: this.options.onCount,
      connected: (detail) => this.setState('connected', detail),
      disconnected: (detail) => this.setState('disconnected', detail),
    };
  }

  /** Maps one message after the other, so that slow expressions do not change the order; it does not wait for pending disk writes. */
  private deliver(messages: readonly Received[], place: unknown): Promise<void> {
    const receivedAt = Date.now();
    const put = this.mapped.then(async () => {
      const handover = await this.mapAll(messages, receivedAt);
      return { done: this.put({ ...handover, received: messages.length, place }) };
    });
    this.mapped = put.catch(() => undefined);
    return put.then(({ done }) => done);
  }

  private async mapAll(messages: readonly Received[], receivedAt: number): Promise<{ elements: Element[]; quarantined: Quarantined[] }> {
    const { map, config, log } = this.options;
    const elements: Element[] = [];
    const quarantined: Quarantined[] = [];
    for (const message of messages) {
      const mapping = map(message, config, receivedAt);
      const result = mapping instanceof Promise ? await mapping : mapping;
      if ('element' in result) elements.push(result.element);
      else quarantined.push({ ...result.quarantined, document: message.document, reading: message.reading });
    }
    for (const { reason, detail } of quarantined)
      this.notes.note(reason, 1, (count) =>
        log.warn({ reason, count, detail }, 'Messages are kept apart and not sent; `agent refused` shows them.'),
      );
    return { elements, quarantined };
  }

  private put({
    elements,
    quarantined,
    received,
    place,
  }: {
    elements: readonly Element[];
    quarantined: readonly Quarantined[];
    received: number;
    place?: unknown;
  }): Promise<void> {
    const { queue, config } = this.options;
    const { send, held, merged } = this.shaper?.take(elements) ?? { send: elements, held: NOTHING, merged: 0 };
    return this.trackHandover(
      queue.put({ source: config.name, elements: send, held, merged, quarantined, received, ...(place !== undefined && { place }) }),
    );
  }

  private release(shaper: Shaper, which: 'due' | 'all'): void {
    if (!shaper.waits) return;
    const { send, held } = shaper[which]();
    if (send.length === 0) return;
    this.trackHandover(
      this.options.queue.put({ source: this.options.config.name, elements: send, held, quarantined: [], received: 0 }),
    ).catch(() => undefined);
  }

  private trackHandover(put: Promise<void>): Promise<void> {
    this.handovers.add(put);
    const forget = (): void => void this.handovers.delete(put);
    put.then(forget, forget);
    return put;
  }

  private setState(state: PipelineStatus['state'], detail: string): void {
    const isNew = state !== this.now.state;
    this.now = { state, detail, since: isNew ? Date.now() : this.now.since };
    if (isNew) this.options.log.info({ state, detail }, 'The state of the source changed.');
  }
}
