/**
 * A rate with a burst (a token bucket), of which this gateway has a share: it fills at `rate × share` and holds
 * `rate × burstSeconds × share`. A call larger than the share, but not than the whole bucket, is admitted when the share is full,
 * and repaid before anything else is admitted: so a small share never blocks a call that the plan allows.
 * Times are milliseconds of any monotonic clock.
 */
export class TokenBucket {
  /** The whole bucket, for all gateways together: nothing larger can ever be taken. */
  readonly size: number;
  private tokens: number;

  constructor(
    readonly rate: number,
    readonly burstSeconds: number,
    private share: number,
    private filledAt: number,
  ) {
    this.size = rate * burstSeconds;
    this.tokens = this.capacity;
  }

  private get capacity(): number {
    return this.size * this.share;
  }

  /** 0…1. A larger share does not add tokens: they have to flow in first. */
  setShare(share: number, now: number): void {
    this.fill(now);
    this.share = share;
    this.tokens = Math.min(this.tokens, this.capacity);
  }

  /**
   * Seconds until this many can be taken; 0: now, Infinity: never.
   * `reserve` (0…1): this part of the bucket is left to others.
   */
  secondsUntil(count: number, now: number, reserve = 0): number {
    if (count > this.size) return Infinity;
    this.fill(now);
    const needed = Math.min(count + reserve * this.capacity, this.capacity);
    if (this.tokens >= needed) return 0;
    const perSecond = this.rate * this.share;
    // Otherwise callers would wait again and again for a remainder that is only a rounding error.
    return perSecond > 0 ? Math.max(0.001, (needed - this.tokens) / perSecond) : Infinity;
  }

  /** Only after `secondsUntil` has returned 0. */
  take(count: number): void {
    this.tokens -= count;
  }

  giveBack(count: number): void {
    this.tokens = Math.min(this.tokens + count, this.capacity);
  }

  /** Whole tokens that can be taken on this gateway now, leaving `reserve` of the bucket (as in `secondsUntil`) to others. */
  left(now: number, reserve = 0): number {
    this.fill(now);
    const free = this.tokens - reserve * this.capacity;
    if (free >= 1) return Math.floor(free);
    return this.tokens >= this.capacity ? 1 : 0;
  }

  /** 0: it is. */
  secondsUntilFull(now: number): number {
    return this.secondsUntil(this.capacity, now);
  }

  isFull(now: number): boolean {
    this.fill(now);
    return this.tokens >= this.capacity;
  }

  private fill(now: number): void {
    if (now <= this.filledAt) return;
    this.tokens = Math.min(this.capacity, this.tokens + ((now - this.filledAt) / 1000) * this.rate * this.share);
    this.filledAt = now;
  }
}
