import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#telemetry/logger.js';
import type { GatewayConfig } from '../configuration/agent-config.js';
import type { DurableQueue } from '../queue/durable-queue.js';
import { QueueClosedError } from '../queue/group-commit.js';
import type { Call, Lane, Rejection } from '../queue/queue.js';
import { AwaitedOutcomes } from './awaited-outcomes.js';
import { pauseAfter } from './back-off.js';
import { CallSize } from './call-size.js';
import { type GatewayAnswer, GatewayClient } from './gateway-client.js';
import { GatewayClock } from './gateway-clock.js';
import { LanePause } from './lane-pause.js';
import { Line, type LineState } from './line.js';
import { paceOf, rateLimitsOf } from './rate-limits.js';
import { RefusalNotes } from './refusal-notes.js';
import { Token } from './token.js';
import { type Verdict, verdictOf } from './verdict.js';

/** Counters of delivery, in addition to the queue's own. */
export interface DeliveryMeter {
  /**
   * @param status of HTTP, or `none` without an answer
   * @param ms from the call to its answer
   */
  called(lane: Lane, status: string, ms: number): void;
  /** The outcomes of a call are known. */
  arrived(lane: Lane, call: Call): void;
}

export interface DeliveryOptions {
  readonly queue: DurableQueue;
  readonly gateway: GatewayConfig;
  readonly log: Logger;
  readonly metrics: DeliveryMeter;
}

export interface DeliveryStatus extends LineState {
  /** Calls answered with 202 whose outcomes are being queried. */
  readonly awaited: number;
  /** Calls without a final answer; they are repeated under their keys. */
  readonly unsettled: number;
  /** Remaining pause of each lane requested by the gateway, in milliseconds. */
  readonly pausedMs: Readonly<Record<Lane, number>>;
  /** Positive: this machine's clock is behind the gateway's. */
  readonly clockBehindMs: number;
}

/** Below the gateway's limit of 4 MiB; a plan may set less, which 413 reports. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
/** Minimum interval between live calls that are not full: at 50 positions a second, ten share a call. */
const LIVE_EVERY_MS = 200;
const LOOK_EVERY_MS = 250;
/** Upper bound of a pause that the gateway requests: a plan may change in the meantime. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;
const KEY_RETENTION_MS = 24 * 60 * 60_000;
const STOP_MS = 8_000;

/**
 * Sends the queue to the gateway. A live lane sends elements of the last seconds; in parallel a backlog lane sends older ones, oldest first
 * and with `Priority: u=7`. A call keeps its `Idempotency-Key` on disk until its outcome is known, through failures and restarts.
 */
export class Delivery {
  private readonly client: GatewayClient;
  private readonly token: Token;
  private readonly line: Line;
  private readonly clock: GatewayClock;
  private readonly size: CallSize;
  private readonly notes: RefusalNotes;
  private readonly awaited: AwaitedOutcomes;
  private readonly pauses: Readonly<Record<Lane, LanePause>> = { live: new LanePause(), backlog: new LanePause() };
  private readonly failures: Record<Lane, number> = { live: 0, backlog: 0 };
  private readonly unsettled: Call[];
  private readonly cameBack = new Set<number>();
  private readonly stopping = new AbortController();
  private readonly cutting = new AbortController();
  private readonly settling = new Set<Promise<void>>();
  /** The backlog's next call, stored while the previous one is in flight. */
  private prepared: Promise<Call | undefined> | undefined;
  private lanes: Promise<void>[] = [];

  constructor(private readonly options: DeliveryOptions) {
    const { gateway, log, queue } = options;
    this.client = new GatewayClient(gateway);
    this.token = new Token(gateway.token);
    this.line = new Line(log, () => this.token.isNew);
    this.clock = new GatewayClock(log);
    this.size = new CallSize(gateway.maxElements, () => performance.now());
    this.notes = new RefusalNotes(log);
    this.unsettled = [...queue.openCalls()];
    this.awaited = new AwaitedOutcomes({
      log,
      signal: this.stopping.signal,
      ask: (location) => this.client.outcomes(location, this.token.current(), this.cutting.signal),
      settle: (call, { rejected, unknown }) => this.settle(call, 'backlog', rejected, unknown),
    });
  }

  start(): void {
    if (this.unsettled.length > 0)
      this.options.log.info(
        { calls: this.unsettled.length },
        'Calls of an earlier run have no known outcome; they are made again under their keys.',
      );
    this.lanes = (['live', 'backlog'] as const).map((lane) => this.run(lane));
  }

  /** Gives calls in flight some seconds to finish; unknown outcomes are requested under the same keys after the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const cut = setTimeout(() => this.cutting.abort(), STOP_MS);
    await Promise.all([...this.lanes, this.awaited.ended()]);
    await Promise.all([this.prepared, ...this.settling]);
    clearTimeout(cut);
    this.cutting.abort();
    await this.client.close();
  }

  status(): DeliveryStatus {
    const { live, backlog } = this.pauses;
    return {
      ...this.line.status,
      awaited: this.awaited.size,
      unsettled: this.unsettled.length,
      pausedMs: { live: Math.round(live.leftMs), backlog: Math.round(backlog.leftMs) },
      clockBehindMs: this.clock.behindMs,
    };
  }

  private async run(lane: Lane): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.turn(lane, signal);
      } catch (error) {
        if (signal.aborted || error instanceof QueueClosedError) return;
        this.line.leave();
        this.options.log.error({ err: error, lane }, 'A turn of delivery failed; the next one follows in a second.');
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async turn(lane: Lane, signal: AbortSignal): Promise<void> {
    await this.pauses[lane].pass(signal);
    await this.line.pass(signal);
    const call = await this.next(lane);
    if (call === undefined) {
      this.line.leave();
      return this.workFor(lane, signal);
    }
    // If a full call is already waiting, gathering more gains nothing.
    if (lane === 'live') this.pauses.live.atLeast(this.options.queue.liveWaiting < this.size.live ? LIVE_EVERY_MS : 0);
    else if (this.unsettled.length === 0) this.prepared ??= this.takeBacklog().catch(() => undefined);
    await this.send(call, lane);
  }

  private async next(lane: Lane): Promise<Call | undefined> {
    const { queue } = this.options;
    if (this.awaited.isFull) return undefined;
    if (lane === 'live') return queue.liveWaiting > 0 ? queue.take('live', this.size.live, MAX_BODY_BYTES) : undefined;
    const again = this.unsettled.shift();
    if (again !== undefined) return again;
    const { prepared } = this;
    this.prepared = undefined;
    return (await prepared) ?? this.takeBacklog();
  }

  private async takeBacklog(): Promise<Call | undefined> {
    const { queue } = this.options;
    return queue.idle > 0 ? queue.take('backlog', this.size.backlog, MAX_BODY_BYTES) : undefined;
  }

  /** Resolves when there may be work. The backlog also grows by time alone. */
  private async workFor(lane: Lane, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const stop = lane === 'live' && !this.awaited.isFull ? this.options.queue.onWork(() => woken.abort()) : undefined;
    await sleep(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
    stop?.();
  }

  private async send(call: Call, lane: Lane): Promise<void> {
    const { metrics } = this.options;
    this.notes.oldKey(call, KEY_RETENTION_MS);
    let answer: GatewayAnswer;
    try {
      answer = await this.client.post(call, lane, this.token.current(), this.cutting.signal);
    } catch (error) {
      this.again(call, lane);
      if (this.cutting.signal.aborted) return this.line.leave();
      metrics.called(lane, 'none', 0);
      return this.line.fails('down', (error as Error).message);
    }
    metrics.called(lane, String(answer.status), answer.roundTripMs);
    this.clock.note(headerOf(answer, 'date'), answer.roundTripMs);
    if (lane === 'live') this.size.liveTook(answer.roundTripMs);
    const verdict = verdictOf(answer, call.elements.length, this.clock.now());
    if (verdict.kind === 'no-entry') {
      this.again(call, lane);
      this.token.refused();
      return this.line.fails('refused', verdict.detail);
    }
    this.line.works();
    this.keepPace(answer, lane);
    if (verdict.kind !== 'later') this.failures[lane] = 0;
    await this.follow(call, lane, verdict);
  }

  private async follow(call: Call, lane: Lane, verdict: Exclude<Verdict, { kind: 'no-entry' }>): Promise<void> {
    const { queue, log } = this.options;
    switch (verdict.kind) {
      case 'known':
        return this.settleInBackground(call, lane, verdict.rejected);
      case 'taken':
        return this.awaited.add(call, verdict.location);
      case 'too-large':
        this.size.tooLarge(verdict.largest ?? Math.ceil(call.elements.length / 2));
        return this.apart(call, lane, verdict, this.size.live);
      case 'refused':
        return this.apart(call, lane, verdict, Math.ceil(call.elements.length / 2));
      case 'key-taken':
        log.error(
          { elements: call.elements.length, detail: verdict.detail },
          'The key of a call stands for another one at the gateway: it is made again under a new key, and what ' +
            'had arrived already arrives twice.',
        );
        this.unsettled.unshift(...(await queue.split(call, [call.elements.length])));
        return;
      case 'later':
        this.again(call, lane);
        return this.later(lane, verdict);
    }
  }

  /** Splits a call that was refused as a whole until the faulty element is in a call of its own. */
  private async apart(
    call: Call,
    lane: Lane,
    { code, detail, pointer }: { code: string; detail: string; pointer?: string },
    max: number,
  ): Promise<void> {
    const { length } = call.elements;
    if (length === 1) return this.settle(call, lane, [{ index: 0, code, detail, pointer: pointer?.replace(/^\/0(?=\/|$)/, '') }], false);
    const size = Math.min(max, Math.ceil(length / 2));
    const parts = Array.from({ length: Math.ceil(length / size) }, (_, at) => Math.min(size, length - at * size));
    this.unsettled.unshift(...(await this.options.queue.split(call, parts)));
  }

  /** Settles without delaying the next call until the disk is written. If the write fails, the call stays open and is repeated. */
  private settleInBackground(call: Call, lane: Lane, rejected: readonly Rejection[]): void {
    const settling = this.settle(call, lane, rejected, false)
      .catch((error: unknown) => {
        if (!(error instanceof QueueClosedError))
          this.options.log.error(
            { err: error },
            'The outcomes of a call could not be written down; after the next start it is made again under its key.',
          );
      })
      .finally(() => this.settling.delete(settling));
    this.settling.add(settling);
  }

  private async settle(call: Call, lane: Lane, rejected: readonly Rejection[], unknown: boolean): Promise<void> {
    const { queue, metrics } = this.options;
    const again = this.tooEarly(call, rejected);
    await queue.settle(call, { rejected, again, unknown });
    metrics.arrived(lane, call);
    this.notes.refused(
      call,
      rejected.filter(({ index }) => !again.includes(index)),
    );
  }

  /** An update can overtake the backlog element that creates its object; it is then sent once more, after that element. */
  private tooEarly(call: Call, rejected: readonly Rejection[]): number[] {
    const again: number[] = [];
    for (const { index, code } of rejected) {
      const sequence = call.elements[index]?.sequence;
      if (code !== 'first-update-needs-location' || sequence === undefined) continue;
      if (this.cameBack.delete(sequence) || !this.options.queue.hasBefore(call.elements[0]!)) continue;
      this.cameBack.add(sequence);
      again.push(index);
    }
    return again;
  }

  private again(call: Call, lane: Lane): void {
    // Roughly in the order of their start: backlog calls are older.
    if (lane === 'backlog') this.unsettled.unshift(call);
    else this.unsettled.push(call);
  }

  private later(lane: Lane, { status, afterMs, detail }: Extract<Verdict, { kind: 'later' }>): void {
    this.failures[lane] += 1;
    const pauseMs = Math.min(
      MAX_RETRY_AFTER_MS,
      afterMs === undefined ? pauseAfter(this.failures[lane]) : afterMs * (1 + Math.random() * 0.1),
    );
    this.pauses[lane].atLeast(pauseMs);
    // A gateway that refuses live calls would refuse the backlog as well.
    if (lane === 'live') this.pauses.backlog.atLeast(pauseMs);
    this.notes.later(lane, status, detail, pauseMs);
  }

  private keepPace(answer: GatewayAnswer, lane: Lane): void {
    const limits = rateLimitsOf(headerOf(answer, 'ratelimit'), headerOf(answer, 'ratelimit-policy'));
    if (limits.length === 0) return;
    const backlog = lane === 'backlog';
    const pace = paceOf(limits, backlog, backlog ? this.size.backlog : this.size.live);
    if (pace.maxElements < this.size.live) this.size.tooLarge(pace.maxElements);
    this.pauses[lane].atLeast(pace.waitMs);
  }
}

const headerOf = ({ headers }: GatewayAnswer, name: string): string | undefined => [headers[name]].flat()[0];
