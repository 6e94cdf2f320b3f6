const WINDOW_MS = 60_000;
const EVERY_MS = 5_000;

/** Growth of counters within the last minute. */
export class Rates {
  private readonly seen: { readonly at: number; readonly values: ReadonlyMap<string, number> }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly read: () => ReadonlyMap<string, number>) {}

  start(): void {
    this.note();
    this.timer = setInterval(() => this.note(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Rate per second; 0 for an unknown counter. @param now the current value */
  perSecond(name: string, now: number): number {
    const first = this.seen[0];
    if (first === undefined) return 0;
    const seconds = (performance.now() - first.at) / 1000;
    return seconds < 1 ? 0 : Math.max(0, now - (first.values.get(name) ?? 0)) / seconds;
  }

  private note(): void {
    const at = performance.now();
    this.seen.push({ at, values: this.read() });
    while (this.seen.length > 1 && at - this.seen[0]!.at > WINDOW_MS) this.seen.shift();
  }
}
