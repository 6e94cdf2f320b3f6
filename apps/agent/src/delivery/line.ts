import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#telemetry/logger.js';
import { pauseAfter } from './back-off.js';

/** `down`: no answer arrives. `refused`: the gateway answers and rejects the token or the workspace. */
export interface LineState {
  readonly state: 'up' | 'down' | 'refused';
  /** Description of the last event. */
  readonly detail: string;
  /** Milliseconds since 1970, by the agent's clock. */
  readonly since: number;
}

const NOTHING_YET = 'nothing was sent yet';
const TAKES_CALLS = 'the gateway takes calls';
const LOOK_EVERY_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/**
 * The connection to the gateway, shared by all calls. While it is broken, one call at a time tries it, after growing pauses. All waits use
 * a monotonic clock.
 */
export class Line {
  private now: LineState = { state: 'up', detail: NOTHING_YET, since: Date.now() };
  private failures = 0;
  private until = 0;
  private trying = false;
  private warnedAt = -Infinity;

  /** @param hasNewToken whether the token has changed since it was rejected; then no wait is needed */
  constructor(
    private readonly log: Logger,
    private readonly hasNewToken: () => boolean,
  ) {}

  get status(): LineState {
    return this.now;
  }

  /** Waits until the caller may send; the caller must then call `works` or `fails`. Rejects when `signal` is aborted. */
  async pass(signal: AbortSignal): Promise<void> {
    while (this.now.state !== 'up') {
      signal.throwIfAborted();
      const left = this.until - performance.now();
      if (!this.trying && (left <= 0 || (this.now.state === 'refused' && this.hasNewToken()))) {
        this.trying = true;
        return;
      }
      await sleep(Math.min(LOOK_EVERY_MS, Math.max(this.trying ? 50 : 5, left)), undefined, { signal });
    }
    signal.throwIfAborted();
  }

  works(): void {
    this.trying = false;
    this.failures = 0;
    if (this.now.state === 'up') {
      if (this.now.detail === NOTHING_YET) this.now = { ...this.now, detail: TAKES_CALLS, since: Date.now() };
      return;
    }
    this.log.info({ was: this.now.state, seconds: Math.round((Date.now() - this.now.since) / 1000) }, 'The gateway accepts calls again.');
    this.now = { state: 'up', detail: TAKES_CALLS, since: Date.now() };
    this.warnedAt = -Infinity;
  }

  fails(state: 'down' | 'refused', detail: string): void {
    this.trying = false;
    // Calls that were in flight together fail together, and count once.
    if (this.now.state === 'up' || performance.now() >= this.until) this.failures += 1;
    const pauseMs = pauseAfter(this.failures);
    this.until = performance.now() + pauseMs;
    const isNew = this.now.state !== state;
    this.now = { state, detail, since: isNew ? Date.now() : this.now.since };
    if (!isNew && performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(
      { state, detail, pauseMs },
      state === 'down'
        ? 'The gateway does not answer. Everything is kept and sent when it does.'
        : 'The gateway lets nothing in. Everything is kept; check gateway.token and gateway.workspace.',
    );
  }

  /** Ends an attempt that shows nothing about the line, because it ended for another reason. */
  leave(): void {
    this.trying = false;
  }
}
