const APART_MS = 2500;

/** Distinguishes a code that is still in view of the camera from one that is shown again: it must be out of view for 2.5 s. */
export class RepeatGuard {
  private readonly seenAt = new Map<string, number>();

  /** @param now milliseconds @returns whether it counts */
  isNew(text: string, now: number): boolean {
    const before = this.seenAt.get(text);
    for (const [other, at] of this.seenAt) if (now - at > APART_MS) this.seenAt.delete(other);
    this.seenAt.set(text, now);
    return before === undefined || now - before > APART_MS;
  }
}
