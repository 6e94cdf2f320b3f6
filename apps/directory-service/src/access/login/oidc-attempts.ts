import { Sealing } from '#identity/sealing.js';
import { createSecret } from './opaque-secret.js';

/** A sign-in in progress: the values to check when the browser returns, and the challenge of the app that started it. */
export interface OidcAttempt {
  nonce: string;
  codeVerifier: string;
  challenge: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

const MINUTES = 10;
const LABEL = 'oidc';

/** Attempts are encrypted in `state`, so that nobody can fill a table with them. All instances of the service share KEY_SECRET. */
export class OidcAttempts {
  private readonly sealing: Sealing;

  constructor(keySecret: string) {
    this.sealing = new Sealing(keySecret, 'waymark oidc attempts');
  }

  begin(challenge: string): { state: string; attempt: OidcAttempt } {
    const attempt = {
      nonce: createSecret(),
      codeVerifier: createSecret(),
      challenge,
      expiresAt: Math.floor(Date.now() / 1000) + MINUTES * 60,
    };
    return { state: this.sealing.seal(LABEL, JSON.stringify(attempt)).toString('base64url'), attempt };
  }

  /** The attempt; undefined if `state` is invalid or has expired. */
  open(state: unknown): OidcAttempt | undefined {
    if (typeof state !== 'string' || state.length > 2048) return undefined;
    try {
      const attempt = JSON.parse(this.sealing.open(LABEL, Buffer.from(state, 'base64url'))) as OidcAttempt;
      return attempt.expiresAt > Date.now() / 1000 ? attempt : undefined;
    } catch {
      return undefined;
    }
  }
}
