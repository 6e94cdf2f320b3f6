const TOLD_EVERY_MS = 60_000;

/** What goes into the log at most once a minute of each kind, with how often it was since: a fleet that is refused would fill a disk. */
export class OnceAMinute {
  private readonly told = new Map<string, { at: number; since: number }>();

  /** @param kind of a bounded set; @param tell is given the count since it was last called for this kind */
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
