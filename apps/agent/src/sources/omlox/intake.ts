import { pause } from '#lifecycle/abortable-pause.js';
import { backOff } from '../../pacing/back-off.js';
import type { Received, SourceContext } from '../../reading/source.js';
import type { Repeats } from './repeats.js';
import type { Item, Workshop } from './workshop.js';

/** Number of waiting items above which sockets stop reading, and the number below which reading resumes. */
const MAX_WAITING = 10_000;
const FEW_WAITING = 1000;
/** Items per transaction. Reading them blocks everything else in the agent, for about 30 µs each. */
const AT_ONCE = 1000;
/** When writing `place` takes more milliseconds than this, larger batches follow. */
const LONG_PLACE_MS = 50;
const MAX_AT_ONCE = 5000;
/** `place` is written with each delivery: for 100,000 things it has 1.6 MB, which a disk must not write a hundred times a second. */
const PLACE_BYTES_PER_MS = 1000;
const MIN_PAUSE_MS = 10;
/** At shutdown, time for items in progress to reach the disk. */
const LAST_MS = 5000;

/** A part that can pause a hub while the disk is slower. */
export interface Holdable {
  pause(): void;
  resume(): void;
}

/**
 * Queues items of sockets and snapshots in order and delivers them: one delivery at a time, each with everything that arrived during the
 * last.
 */
export class Intake {
  private waiting: Item[] = [];
  private held = false;
  private wake: (() => void) | undefined;
  private ended = false;

  constructor(
    private readonly workshop: Workshop,
    private readonly repeats: Repeats,
    private readonly context: Pick<SourceContext, 'deliver' | 'log' | 'signal' | 'counted'>,
    private readonly source: Holdable,
  ) {}

  /** Whether reading is paused; a socket that opens now must be paused too. */
  get holds(): boolean {
    return this.held;
  }

  push(items: readonly Item[]): void {
    for (const item of items) this.waiting.push(item);
    this.wake?.();
    if (this.held || this.waiting.length < MAX_WAITING) return;
    this.held = true;
    this.context.counted?.('paused', 1);
    this.source.pause();
  }

  /** Delivers until `end` is called and nothing is waiting. */
  async run(): Promise<void> {
    let atOnce = AT_ONCE;
    for (;;) {
      if (this.waiting.length === 0) {
        if (this.ended) return;
        await new Promise<void>((resolve) => (this.wake = resolve));
        this.wake = undefined;
        continue;
      }
      const items = this.waiting.splice(0, atOnce);
      if (this.held && this.waiting.length < FEW_WAITING) {
        this.held = false;
        this.source.resume();
      }
      const received = await this.workshop.read(items);
      const place = this.repeats.place();
      const before = performance.now();
      if (received.length > 0 && !(await this.delivered(received, place))) return;
      const placeMs = place.last.length / PLACE_BYTES_PER_MS;
      atOnce = placeMs > LONG_PLACE_MS ? MAX_AT_ONCE : AT_ONCE;
      const owed = placeMs - (performance.now() - before);
      if (owed > MIN_PAUSE_MS) await pause(owed, this.context.signal);
    }
  }

  /** No more items arrive; waiting ones are still delivered. */
  end(): void {
    this.ended = true;
    this.wake?.();
  }

  /** Whether it is on disk. It is retried until the agent ends, because a hub sends nothing twice. */
  private async delivered(received: readonly Received[], place: unknown): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.unlessLate(this.context.deliver(received, place));
        return true;
      } catch (error) {
        if (this.context.signal.aborted) {
          this.context.log.warn(
            `${received.length} received messages were not stored when the source ended: ${(error as Error).message}. ` +
              `The hub's next snapshot has the current positions.`,
          );
          return false;
        }
        this.context.log.error(`Messages could not be stored and will be retried: ${(error as Error).message}`);
        await pause(backOff(attempt), this.context.signal);
      }
    }
  }

  /** Follows the delivery; stops waiting some seconds after the source was stopped. */
  private unlessLate(delivery: Promise<void>): Promise<void> {
    const { signal } = this.context;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const ending = (): void =>
        void (timer = setTimeout(() => reject(new Error(`the disk did not take them in ${LAST_MS / 1000} s`)), LAST_MS));
      if (signal.aborted) ending();
      else signal.addEventListener('abort', ending, { once: true });
      void delivery.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', ending);
      });
    });
  }
}
