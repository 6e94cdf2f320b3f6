const TOLD_EVERY_MS = 60_000;

/** Logs each kind of message at most once a minute with its count since then, because a refused fleet could otherwise fill a disk. */
export class OnceAMinute {
  private readonly told = new Map<string, { at: number; since: number }>();

  /**
   * @param kind from a bounded set
   * @param tell receives the count since the last message of this kind
   */
  note(kind: string, count: number, tell: (since: number) => void): void {
    const known = this.told.get(kind);
    if (known !== undefined && performance.now() - known.at < TOLD_EVERY_MS) {
      known.since += count;
      return;
    }
    tell((known?.since ?? 0) + count);
    this.told.set(kind, { at: performance.now(), since: 0 });
  }
}
