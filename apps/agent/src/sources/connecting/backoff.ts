const FIRST_MS = 500;
const LAST_MS = 60_000;

/** How long to wait before the next attempt: at most 0.5 s at first, twice as long each time, up to 60 s, and any part of it (full jitter), so that many agents never come back at once. */
export class Backoff {
  private failures = 0;

  /** @param random from 0 to 1, for tests */
  constructor(private readonly random: () => number = Math.random) {}

  /** Milliseconds. */
  next(): number {
    const most = Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(this.failures, 10));
    this.failures++;
    return this.random() * most;
  }

  reset(): void {
    this.failures = 0;
  }
}
