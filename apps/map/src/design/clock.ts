import { signal, type ReadonlySignal } from '@preact/signals';

const TICK_MS = 5000;

/** Milliseconds since 1970, moved on every 5 s while the page is seen: what shows an age need not ask. */
export class Clock {
  private readonly time = signal(Date.now());
  readonly now: ReadonlySignal<number> = this.time;

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.time.value = Date.now();
    }, TICK_MS);
    document.addEventListener('visibilitychange', () => (this.time.value = Date.now()));
  }
}
