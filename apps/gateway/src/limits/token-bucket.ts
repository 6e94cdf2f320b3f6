/**
 * A rate with a burst (a token bucket), of which this gateway has a share: it fills at `rate × share` and holds
 * `rate × burstSeconds × share`. A call that is larger than the share, but not than the whole bucket, is admitted when the share is
 * full; the bucket is then overdrawn and admits nothing until it has refilled. So a small share never blocks a call that the plan
 * allows. Times are milliseconds of any monotonic clock.
 */
export class TokenBucket {
  /** Size of the whole bucket, for all gateways together, and the most that one call can take. */
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

  /** @param share 0…1; a larger share does not add tokens, which have to flow in first */
  setShare(share: number, now: number): void {
    this.fill(now);
    this.share = share;
    this.tokens = Math.min(this.tokens, this.capacity);
  }

  /**
   * Seconds until this many can be taken; 0: now, Infinity: never.
   * @param reserve 0…1, the part of the bucket that is left to others
   */
  secondsUntil(count: number, now: number, reserve = 0): number {
    if (count > this.size) return Infinity;
    this.fill(now);
    const needed = Math.min(count + reserve * this.capacity, this.capacity);
    if (this.tokens >= needed) return 0;
    const perSecond = this.rate * this.share;
    // At least a millisecond: otherwise a rounding error would make callers wait again and again.
    return perSecond > 0 ? Math.max(0.001, (needed - this.tokens) / perSecond) : Infinity;
  }

  /** Call it only after `secondsUntil` has returned 0. */
  take(count: number): void {
    this.tokens -= count;
  }

  giveBack(count: number): void {
    this.tokens = Math.min(this.tokens + count, this.capacity);
  }

  /** Number of tokens that can be taken on this gateway now. @param reserve as in `secondsUntil` */
  left(now: number, reserve = 0): number {
    this.fill(now);
    const free = this.tokens - reserve * this.capacity;
    if (free >= 1) return Math.floor(free);
    return this.tokens >= this.capacity ? 1 : 0;
  }

  /** Seconds until this gateway's share is full; 0 if it is. */
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
