import { setTimeout as sleep } from 'node:timers/promises';

/** Until when a lane makes no calls, by a monotonic clock. */
export class LanePause {
  private until = 0;

  /** Remaining milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.until - performance.now());
  }

  atLeast(ms: number): void {
    this.until = Math.max(this.until, performance.now() + ms);
  }

  /** Rejects when `signal` is aborted. */
  async pass(signal: AbortSignal): Promise<void> {
    for (let left = this.leftMs; left > 0; left = this.leftMs) await sleep(left, undefined, { signal });
  }
}
