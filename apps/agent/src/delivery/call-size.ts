const LEARNED_FOR_MS = 10 * 60_000;
const SLOW_MS = 800;
const FAST_MS = 300;
const MIN_SHARE = 1 / 16;

/**
 * Number of elements per call: as configured, or less if the gateway requires it. Backlog calls also shrink while parallel live calls are
 * slow.
 */
export class CallSize {
  private learned: { readonly elements: number; readonly at: number } | undefined;
  private share = 1;

  constructor(
    private readonly configured: number,
    private readonly now: () => number,
  ) {}

  get live(): number {
    if (this.learned !== undefined && this.now() - this.learned.at > LEARNED_FOR_MS) this.learned = undefined;
    return Math.max(1, Math.min(this.configured, this.learned?.elements ?? Infinity));
  }

  get backlog(): number {
    return Math.max(1, Math.ceil(this.live * this.share));
  }

  /** The gateway's limit. It is forgotten after ten minutes, because its operator may have changed it. */
  tooLarge(elements: number): void {
    this.learned = { elements: Math.max(1, Math.min(this.live, elements)), at: this.now() };
  }

  /** Records the duration of a live call. */
  liveTook(ms: number): void {
    if (ms > SLOW_MS) this.share = Math.max(MIN_SHARE, this.share / 2);
    else if (ms < FAST_MS) this.share = Math.min(1, this.share * 1.5);
  }
}
