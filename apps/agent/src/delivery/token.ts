/**
 * The access token. It is read again after the gateway rejects it, so that an operator can replace the file without a restart of the agent.
 */
export class Token {
  private used: string | undefined;
  private wasRefused = false;

  constructor(private readonly read: () => string) {}

  /** @throws any error from reading it */
  current(): string {
    if (this.used === undefined || this.wasRefused) this.used = this.read().trim();
    this.wasRefused = false;
    return this.used;
  }

  refused(): void {
    this.wasRefused = true;
  }

  /** Whether the token differs from the rejected one. */
  get isNew(): boolean {
    try {
      return this.wasRefused && this.read().trim() !== this.used;
    } catch {
      return false;
    }
  }
}
