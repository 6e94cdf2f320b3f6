import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { isScope, type Scope } from '#contracts/directory/scopes.js';
import type { TokenRules } from './bearer-strategy.js';
import type { Caller } from './caller.js';
import { narrowingFrom } from './narrowing-shape.js';
import { TOKEN_ALGORITHM } from './signing-key.js';
import { callerOf } from './token-claims.js';
import { kidOf, TokenRefusedError } from './token-header.js';

/** Queries of the copy of the directory. */
export interface MovedTokenAuthority {
  movedKey(kid: string): KeyObject | undefined;
  movedToken(tokenId: string): { workspace: string; scopes: readonly string[]; narrowed?: object } | undefined;
}

/**
 * Verifies tokens that another installation issued for a workspace that was moved from there. They are valid only for that workspace, and
 * have the imported rights instead of those that they claim, because the other installation still has its signing key.
 */
export class MovedTokens {
  /** Always 0: the copy of the directory counts removals of these keys. */
  readonly keysRemoved = 0;

  constructor(
    private readonly authority: MovedTokenAuthority,
    private readonly rules: TokenRules,
  ) {}

  /** Whether the token names a key of another installation; verifies nothing. */
  isIssuerOf(token: string): boolean {
    try {
      return this.authority.movedKey(kidOf(token)) !== undefined;
    } catch {
      return false;
    }
  }

  /** @throws TokenRefusedError */
  async verify(token: string): Promise<Caller> {
    const { issuer, audience, clockSkewSeconds } = this.rules;
    const key = this.authority.movedKey(kidOf(token));
    if (key === undefined) throw new TokenRefusedError('The key (kid) of the token is unknown');
    let caller: Caller;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [TOKEN_ALGORITHM],
        issuer,
        audience,
        clockTolerance: clockSkewSeconds,
      });
      caller = callerOf(payload, Math.floor(Date.now() / 1000), clockSkewSeconds);
    } catch (error) {
      if (error instanceof TokenRefusedError) throw error;
      throw new TokenRefusedError(error instanceof errors.JWTExpired ? 'The token has expired' : 'The token is not valid');
    }
    const moved = this.authority.movedToken(caller.tokenId);
    if (moved === undefined) throw new TokenRefusedError('The token was not moved here with its workspace; create a new one here');
    const scopes: ReadonlySet<Scope> = new Set(moved.scopes.filter((scope): scope is Scope => isScope(scope) && scope !== 'operator'));
    return Object.freeze({
      subject: `token:${caller.tokenId}`,
      tokenId: caller.tokenId,
      grants: new Map([[moved.workspace, scopes]]),
      scopes,
      narrowing: moved.narrowed === undefined ? undefined : narrowingFrom(moved.narrowed),
      issuedAt: caller.issuedAt,
      expiresAt: caller.expiresAt,
    });
  }
}
