/** When this gateway last saw each machine token; reported to the directory about once a minute. */
export class TokenUses {
  private seen = new Map<string, number>();

  /** @param max tokens in one report; further ones are reported after their next use */
  constructor(private readonly max: number) {}

  /** @param atMs milliseconds since the epoch */
  note(tokenId: string, atMs: number): void {
    if (this.seen.size < this.max || this.seen.has(tokenId)) this.seen.set(tokenId, atMs);
  }

  /** Removes and returns the uses since the last call; times in RFC 3339. */
  take(): { id: string; at: string }[] {
    const taken = this.seen;
    this.seen = new Map();
    return [...taken].map(([id, atMs]) => ({ id, at: new Date(atMs).toISOString() }));
  }

  /** Puts back the uses of a report that failed. */
  giveBack(uses: readonly { id: string; at: string }[]): void {
    for (const { id, at } of uses) if (!this.seen.has(id)) this.note(id, Date.parse(at));
  }
}
