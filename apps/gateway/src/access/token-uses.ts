/** When machine tokens were last used, as this gateway saw it; told to the directory about once a minute. */
export class TokenUses {
  private seen = new Map<string, number>();

  /** @param max tokens between two tellings; more are told the next time they are used */
  constructor(private readonly max: number) {}

  /** @param atMs milliseconds since the epoch */
  note(tokenId: string, atMs: number): void {
    if (this.seen.size < this.max || this.seen.has(tokenId)) this.seen.set(tokenId, atMs);
  }

  /** What was seen since it was taken last; times RFC 3339. */
  take(): { id: string; at: string }[] {
    const taken = this.seen;
    this.seen = new Map();
    return [...taken].map(([id, atMs]) => ({ id, at: new Date(atMs).toISOString() }));
  }

  /** After a telling that failed. */
  giveBack(uses: readonly { id: string; at: string }[]): void {
    for (const { id, at } of uses) if (!this.seen.has(id)) this.note(id, Date.parse(at));
  }
}
