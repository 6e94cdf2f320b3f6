const LOG_EVERY_MS = 60_000;

/** Logs each kind of message at most once a minute with its count since then, because a refused fleet could otherwise fill a disk. */
export class OncePerMinute {
  private readonly logged = new Map<string, { at: number; since: number }>();

  /**
   * @param kind from a bounded set
   * @param log receives the count since the last message of this kind
   */
  note(kind: string, count: number, log: (since: number) => void): void {
    const known = this.logged.get(kind);
    if (known !== undefined && performance.now() - known.at < LOG_EVERY_MS) {
      known.since += count;
      return;
    }
    log((known?.since ?? 0) + count);
    this.logged.set(kind, { at: performance.now(), since: 0 });
  }
}
