import { backOff } from '../../pacing/back-off.js';

/** Counts failures and returns the pause before the next attempt. */
export class Backoff {
  private failures = 0;

  /** @param random from 0 to 1, for tests */
  constructor(private readonly random: () => number = Math.random) {}

  /** Milliseconds. */
  next(): number {
    this.failures++;
    return backOff(this.failures, this.random());
  }

  reset(): void {
    this.failures = 0;
  }
}
