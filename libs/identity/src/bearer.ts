import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { bearerTokenOf } from './authorization-header.js';
import { BEARER_STRATEGY } from './bearer-strategy.js';
import type { Caller } from './caller.js';
import { TokenRefusedError } from './token-header.js';
import { digestOf, type VerifiedTokens } from './verified-tokens.js';

const REALM = 'Bearer realm="waymark"';

/** A 401 as RFC 6750, 3 requires; `reason` undefined: no credentials were sent, so there is no error code either. */
export function unauthenticated(reason?: string): Problem {
  const challenge = reason === undefined ? REALM : `${REALM}, error="invalid_token", error_description="${reason}"`;
  return new Problem(
    'unauthenticated',
    reason === undefined ? 'Send an access token in the header Authorization: Bearer <token>.' : `${reason}.`,
    {
      headers: { 'www-authenticate': challenge },
    },
  );
}

/** Messages for errors of jsonwebtoken, whose own messages may contain parts of the token. */
const REASONS: Readonly<Record<string, string>> = {
  'jwt expired': 'The token has expired',
  'jwt not active': 'The token is not valid yet',
  'invalid signature': 'The signature of the token is wrong',
};

function reasonOf(error: unknown): string {
  if (error instanceof TokenRefusedError) return error.message;
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('jwt audience')) return 'The token was issued for another audience';
  if (message.startsWith('jwt issuer')) return 'The token is from another issuer';
  return REASONS[message] ?? 'The token is not valid';
}

/** Queries to the copy of the directory, made for each call. */
export interface TokenAuthority {
  /** False while unknown keys may still arrive. */
  readonly complete: boolean;
  /** Increases whenever a key is removed, so that results verified with the key become invalid. */
  readonly keysRemoved: number;
  isRevoked(tokenId: string, subject: string, issuedAt: number): boolean;
}

/** Verifies tokens that this installation did not issue. */
export interface OtherTokens {
  /** Whether the token claims to be one of these; verifies nothing. */
  isIssuerOf(token: string): boolean;
  /** @throws TokenRefusedError */
  verify(token: string): Promise<Caller>;
  /** Increases whenever a key is removed. */
  readonly keysRemoved: number;
}

/**
 * Passport's guard with a cache: a known token costs one hash and one look-up, and allocates no object. Construct a `BearerStrategy` first;
 * its constructor registers it with Passport.
 */
export class BearerGuard extends AuthGuard(BEARER_STRATEGY) {
  private keysRemoved = 0;

  constructor(
    private readonly verified: VerifiedTokens,
    private readonly authority: TokenAuthority,
    private readonly others: readonly OtherTokens[] = [],
    /** Called with the reason for each call with a refused token, never with the token itself. */
    private readonly onRefused?: (reason: string) => void,
  ) {
    super();
  }

  override getAuthenticateOptions(): { session: boolean; property: string } {
    return { session: false, property: 'caller' };
  }

  override handleRequest<T>(error: unknown, caller: T | false, info: unknown): T {
    if (error || !caller) throw this.refused(reasonOf(error ?? info));
    return caller;
  }

  private refused(reason: string): Problem {
    this.onRefused?.(reason);
    return unauthenticated(reason);
  }

  /**
   * The caller; undefined if no credentials were sent. Not a promise for a known token.
   * @throws Problem 401; 503 until the directory's keys have been read
   */
  authenticate(request: FastifyRequest, reply: FastifyReply): Caller | undefined | Promise<Caller> {
    let token: string | undefined;
    try {
      token = bearerTokenOf(request.raw);
    } catch (error) {
      throw this.refused(reasonOf(error));
    }
    if (token === undefined) return undefined;
    if (!this.authority.complete)
      throw new Problem('not-ready', 'The keys that verify tokens have not been loaded yet; try again in a moment.', {
        headers: { 'retry-after': '1' },
      });
    if (this.allKeysRemoved !== this.keysRemoved) this.forgetVerified();
    const digest = digestOf(token);
    const known = this.verified.find(digest, Date.now() / 1000);
    if (known !== undefined) return this.stillValid(known);
    const other = this.others.find((each) => each.isIssuerOf(token!));
    return other === undefined ? this.verify(digest, request, reply) : this.verifyForeign(digest, token, other, request);
  }

  private get allKeysRemoved(): number {
    let removed = this.authority.keysRemoved;
    for (const { keysRemoved } of this.others) removed += keysRemoved;
    return removed;
  }

  private forgetVerified(): void {
    this.keysRemoved = this.allKeysRemoved;
    this.verified.clear();
  }

  /** Checked at each call, as a token may be revoked after it was verified. Undefined if it was not revoked. */
  revocationOf({ tokenId, subject, issuedAt }: Caller): Problem | undefined {
    return this.authority.isRevoked(tokenId, subject, issuedAt) ? this.refused('The token was revoked') : undefined;
  }

  private stillValid(caller: Caller): Caller {
    const refusal = this.revocationOf(caller);
    if (refusal !== undefined) throw refusal;
    return caller;
  }

  private async verifyForeign(digest: string, token: string, other: OtherTokens, request: FastifyRequest): Promise<Caller> {
    const caller = await other.verify(token).catch((error: unknown) => {
      throw this.refused(reasonOf(error));
    });
    request.caller = caller;
    this.verified.remember(digest, caller);
    return this.stillValid(caller);
  }

  private async verify(digest: string, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    await this.canActivate(new ExecutionContextHost([request, reply]));
    this.verified.remember(digest, request.caller);
    return this.stillValid(request.caller);
  }
}
