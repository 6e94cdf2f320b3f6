const LEARNED_FOR_MS = 10 * 60_000;
const SLOW_MS = 800;
const FAST_MS = 300;
const LEAST_SHARE = 1 / 16;

/**
 * How many elements a call has: as configured, less where the gateway said so, and in the backlog less while live calls
 * take long beside it.
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

  /** The gateway takes no more than so many. Forgotten after ten minutes: its operator may have changed that. */
  tooLarge(elements: number): void {
    this.learned = { elements: Math.max(1, Math.min(this.live, elements)), at: this.now() };
  }

  /** A live call took so long. */
  liveTook(ms: number): void {
    if (ms > SLOW_MS) this.share = Math.max(LEAST_SHARE, this.share / 2);
    else if (ms < FAST_MS) this.share = Math.min(1, this.share * 1.5);
  }
}
