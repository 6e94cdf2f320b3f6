import { setTimeout as pause } from 'node:timers/promises';
import { CALLER_HEADER, forwardedCallerHeader } from '#identity/forwarded-caller.js';
import type { DirectoryClient } from '../services/directory-client.js';

const KNOWN_MS = 60_000;
/** Time until the next attempt after the directory did not answer. */
const RETRY_MS = 5000;
/** How long a page waits for the directory before it gets the last known answer. */
const TIMEOUT_MS = 1000;

/**
 * Whether people can sign in with an OpenID provider, which only the directory knows. To find out, this starts a sign-in without a
 * challenge: the directory answers 404 without a provider, and 400 with one. The answer is kept for a minute.
 */
export class SignInProvider {
  private known = false;
  private askAgainAt = 0;
  private pending: Promise<void> | undefined;

  constructor(
    private readonly client: Pick<DirectoryClient, 'call'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The last known answer: false if the directory never answered. Never throws. */
  async isSet(): Promise<boolean> {
    if (this.now() >= this.askAgainAt) {
      this.pending ??= this.ask().finally(() => (this.pending = undefined));
      await Promise.race([this.pending, pause(TIMEOUT_MS, undefined, { ref: false })]);
    }
    return this.known;
  }

  private async ask(): Promise<void> {
    const status = await this.client
      .call({ method: 'GET', path: '/auth/oidc/start', headers: { [CALLER_HEADER]: forwardedCallerHeader({ subject: 'anonymous' }) } })
      .then(
        ({ status }) => status,
        () => undefined,
      );
    const answered = status === 404 || status === 400;
    if (answered) this.known = status === 400;
    this.askAgainAt = this.now() + (answered ? KNOWN_MS : RETRY_MS);
  }
}
