import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Caller } from './caller.js';
import type { ForeignIssuer } from './foreign-issuer.js';
import { ForeignKeys, type KeysReport } from './foreign-keys.js';
import { kidOf, TokenRefusedError } from './token-header.js';
import { digestOf } from './verified-tokens.js';

const MAX_NAME = 200;

/**
 * Verifies access tokens of foreign issuers, each with its own keys, algorithms and audience. A key of one issuer is never tried for
 * another.
 */
export class ForeignTokens {
  private readonly issuers: ReadonlyMap<string, { rules: ForeignIssuer; keys: ForeignKeys }>;

  constructor(
    issuers: readonly ForeignIssuer[],
    private readonly clockSkewSeconds: number,
    report: KeysReport,
  ) {
    this.issuers = new Map(issuers.map((rules) => [rules.issuer, { rules, keys: new ForeignKeys(rules, report) }]));
  }

  /** Increases whenever a key is removed, so that results verified with the key become invalid. */
  get keysRemoved(): number {
    let removed = 0;
    for (const { keys } of this.issuers.values()) removed += keys.removed;
    return removed;
  }

  /** Starts to fetch keys in the background. */
  start(): void {
    for (const { keys } of this.issuers.values()) keys.start();
  }

  stop(): void {
    for (const { keys } of this.issuers.values()) keys.stop();
  }

  /** Whether the token claims to be from one of these issuers; verifies nothing. */
  isIssuerOf(token: string): boolean {
    return this.issuers.size > 0 && this.issuers.has(claimedIssuer(token) ?? '');
  }

  /** @throws TokenRefusedError */
  async verify(token: string): Promise<Caller> {
    const { rules, keys } = this.issuers.get(claimedIssuer(token) ?? '')!;
    const { issuer, audience, algorithms, types } = rules;
    const keySet = keys.find(kidOf(token, { algorithms, types }));
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: this.clockSkewSeconds,
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      return callerOf(rules, payload, token);
    } catch (error) {
      throw error instanceof TokenRefusedError ? error : new TokenRefusedError(reasonOf(error));
    }
  }
}

function claimedIssuer(token: string): string | undefined {
  try {
    const { iss } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iss?: unknown };
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Never grants more than the setting allows. Subject and token id contain the issuer, so that they cannot equal those of our own tokens.
 */
function callerOf(rules: ForeignIssuer, claims: JWTPayload, token: string): Caller {
  const { sub, jti, iat, exp } = claims as { sub: unknown; jti?: unknown; iat: number; exp: number };
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_NAME) throw new TokenRefusedError('The token has no claim sub');
  if (jti !== undefined && (typeof jti !== 'string' || jti.length > MAX_NAME))
    throw new TokenRefusedError('The claim jti of the token must be a short text');
  if (exp - iat > rules.maxSeconds)
    throw new TokenRefusedError(`Tokens of this issuer may be valid for at most ${rules.maxSeconds} seconds`);
  const scopes: ReadonlySet<Scope> = new Set(within(rules.scopes, claims, rules.scopesClaim) as Scope[]);
  const workspaces = within(rules.workspaces, claims, rules.workspacesClaim);
  return Object.freeze({
    subject: `${rules.issuer}|${sub}`,
    tokenId: `${rules.issuer}|${jti ?? digestOf(token)}`,
    grants: new Map(workspaces.map((id) => [id, scopes])),
    scopes,
    narrowing: undefined,
    issuedAt: iat,
    expiresAt: exp,
  });
}

/** The allowed values in the claim; none if the claim is missing or has another form. */
function within(allowed: readonly string[], claims: JWTPayload, claim: string | undefined): readonly string[] {
  if (claim === undefined) return allowed;
  const claimed = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  const named = new Set<unknown>(typeof claimed === 'string' ? claimed.split(' ') : Array.isArray(claimed) ? claimed : []);
  return allowed.filter((each) => named.has(each));
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'missing') return 'The token lacks one of the claims iss, aud, sub, iat and exp';
    return error.claim === 'aud'
      ? 'The token was issued for another audience'
      : error.claim === 'nbf'
        ? 'The token is not valid yet'
        : 'The token is not valid';
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The signature of the token is wrong';
  return 'The token is not valid';
}
