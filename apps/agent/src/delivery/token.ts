/** The access token, read anew when the gateway has refused it: an operator changes a file, and need not start the agent again. */
export class Token {
  private used: string | undefined;
  private wasRefused = false;

  constructor(private readonly read: () => string) {}

  /** @throws what reading it throws */
  current(): string {
    if (this.used === undefined || this.wasRefused) this.used = this.read().trim();
    this.wasRefused = false;
    return this.used;
  }

  refused(): void {
    this.wasRefused = true;
  }

  /** Whether there is another one than the one that was refused. */
  get isNew(): boolean {
    try {
      return this.wasRefused && this.read().trim() !== this.used;
    } catch {
      return false;
    }
  }
}
