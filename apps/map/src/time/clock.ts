import { type ReadonlySignal, signal } from '@preact/signals';

const SLOW_TICKS = 5;

/** Milliseconds since the epoch, updated while the page is visible. */
export class Clock {
  private readonly fine = signal(Date.now());
  private readonly coarse = signal(this.fine.peek());
  /** Every second, for texts with ages of reports that arrive every second. */
  readonly second: ReadonlySignal<number> = this.fine;
  /** Every 5 s, for updates that cost more than a text. */
  readonly now: ReadonlySignal<number> = this.coarse;

  constructor() {
    let ticks = 0;
    setInterval(() => {
      if (!document.hidden) this.move(++ticks % SLOW_TICKS === 0);
    }, 1000);
    document.addEventListener('visibilitychange', () => this.move(true));
  }

  private move(both: boolean): void {
    this.fine.value = Date.now();
    if (both) this.coarse.value = this.fine.peek();
  }
}
