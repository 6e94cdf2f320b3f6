import type { KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import passportJwt from 'passport-jwt';
import { bearerTokenOf } from './authorization-header.js';
import type { Caller } from './caller.js';
import { TOKEN_ALGORITHM } from './signing-key.js';
import { callerOf } from './token-claims.js';
import { kidOf, TokenRefusedError } from './token-header.js';

export interface TokenRules {
  issuer: string;
  audience: string;
  /** 0…60. */
  clockSkewSeconds: number;
}

/** Finds public keys by `kid` in the copy of the directory. */
export interface KeyFinder {
  key(kid: string): KeyObject | undefined;
}

export const BEARER_STRATEGY = 'waymark-bearer';

/** passport-jwt with the directory's key for the token's `kid`, a single algorithm, and checks of iss, aud, nbf and exp. */
export class BearerStrategy extends PassportStrategy(passportJwt.Strategy, BEARER_STRATEGY) {
  constructor(
    keys: KeyFinder,
    private readonly rules: TokenRules,
  ) {
    super({
      jwtFromRequest: (request) => bearerTokenOf(((request as { raw?: unknown }).raw ?? request) as never) ?? null,
      secretOrKeyProvider: (_request, token: string, done) => {
        try {
          const key = keys.key(kidOf(token));
          if (key === undefined) done(new TokenRefusedError('The key (kid) of the token is unknown'));
          // The declared type allows only texts and buffers; the verifier accepts a KeyObject.
          else done(null, key as never);
        } catch (error) {
          done(error);
        }
      },
      algorithms: [TOKEN_ALGORITHM],
      issuer: rules.issuer,
      audience: rules.audience,
      jsonWebTokenOptions: { clockTolerance: rules.clockSkewSeconds },
    });
  }

  validate(claims: Record<string, unknown>): Caller {
    return callerOf(claims, Math.floor(Date.now() / 1000), this.rules.clockSkewSeconds);
  }
}
