/**
 * A rate with a burst (a token bucket), of which this gateway has a share: it fills at `rate × share` and holds
 * `rate × burstSeconds × share`. What is larger than the share, but not than the whole bucket, is let in when the share is full,
 * and paid back before anything else gets in: so a small share never makes a call impossible that the plan allows.
 * Times are milliseconds of any clock that only goes forward.
 */
export class TokenBucket {
  /** Of the whole bucket, all gateways together: nothing larger can ever be taken. */
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

  /** 0…1. More room is not more tokens: they have to come in first. */
  setShare(share: number, now: number): void {
    this.fill(now);
    this.share = share;
    this.tokens = Math.min(this.tokens, this.capacity);
  }

  /**
   * Seconds until so many can be taken; 0: now, Infinity: never.
   * `reserve` (0…1): this part of the bucket is left to others.
   */
  secondsUntil(count: number, now: number, reserve = 0): number {
    if (count > this.size) return Infinity;
    this.fill(now);
    const needed = Math.min(count + reserve * this.capacity, this.capacity);
    if (this.tokens >= needed) return 0;
    const perSecond = this.rate * this.share;
    // What rounding leaves open would else be waited for again and again.
    return perSecond > 0 ? Math.max(0.001, (needed - this.tokens) / perSecond) : Infinity;
  }

  /** Only after `secondsUntil` said 0. */
  take(count: number): void {
    this.tokens -= count;
  }

  giveBack(count: number): void {
    this.tokens = Math.min(this.tokens + count, this.capacity);
  }

  /** Whole ones that can be taken now on this gateway, by those that leave `reserve` of the bucket (as in `secondsUntil`) to others. */
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
