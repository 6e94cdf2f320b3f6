import { pause } from '#kafka/abortable-pause.js';
import { backOff } from '../../back-off.js';
import type { Received, SourceContext } from '../source.js';
import type { Repeats } from './repeats.js';
import type { Item, Workshop } from './workshop.js';

/** Items that wait before sockets are read no further, and how few there must be for reading to go on. */
const MOST_WAITING = 10_000;
const FEW_WAITING = 1000;
/** Items of one transaction: what is read together holds up everything else of the agent, some 30 µs each. */
const AT_ONCE = 1000;
/** Where writing `place` takes longer than so many milliseconds, more goes with it. */
const LONG_PLACE_MS = 50;
const MOST_AT_ONCE = 5000;
/** `place` is written with each delivery: of 100,000 things it is 1.6 MB, which a disk must not write a hundred times a second. */
const PLACE_BYTES_PER_MS = 1000;
const LEAST_PAUSE_MS = 10;
/** What is in hand when the agent ends has so long to get to the disk. */
const LAST_MS = 5000;

/** What holds a hub back while the disk is slower than it. */
export interface Holdable {
  pause(): void;
  resume(): void;
}

/** Takes what sockets and snapshots bring, in its order, and delivers it: one delivery at a time, the next with all that came meanwhile. */
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

  /** Whether reading is held back: a socket that opens now is to be held too. */
  get holds(): boolean {
    return this.held;
  }

  push(items: readonly Item[]): void {
    for (const item of items) this.waiting.push(item);
    this.wake?.();
    if (this.held || this.waiting.length < MOST_WAITING) return;
    this.held = true;
    this.context.counted?.('paused', 1);
    this.source.pause();
  }

  /** Delivers until `end` was called and nothing waits any more. */
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
      atOnce = placeMs > LONG_PLACE_MS ? MOST_AT_ONCE : AT_ONCE;
      const owed = placeMs - (performance.now() - before);
      if (owed > LEAST_PAUSE_MS) await pause(owed, this.context.signal);
    }
  }

  /** No more comes: what waits is still delivered. */
  end(): void {
    this.ended = true;
    this.wake?.();
  }

  /** Whether it is on disk: until the agent ends it is tried again, for a hub tells nothing twice. */
  private async delivered(received: readonly Received[], place: unknown): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.unlessLate(this.context.deliver(received, place));
        return true;
      } catch (error) {
        if (this.context.signal.aborted) {
          this.context.log.warn(
            `${received.length} messages in hand were not kept when the source ended: ${(error as Error).message}. ` +
              `The hub's next snapshot tells where their things are.`,
          );
          return false;
        }
        this.context.log.error(`Messages could not be kept, and are tried again: ${(error as Error).message}`);
        await pause(backOff(attempt), this.context.signal);
      }
    }
  }

  /** As the delivery ends; some seconds after the source was told to end it is not waited for any longer. */
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
