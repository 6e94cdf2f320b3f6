import { hash, randomUUID } from 'node:crypto';
import type { OidcTokenDto } from '#contracts/directory/dto/login.dto.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { LoginCode } from '../../entities/login-code.entity.js';
import { OidcIdentityRow } from '../../entities/oidc-identity.entity.js';
import { Person } from '../../entities/person.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import type { DirectoryStore } from '../../publishing/directory-store.js';
import { emailKeyOf, subjectOf } from '../people/person-record.js';
import type { OidcAttempts } from './oidc-attempts.js';
import type { OidcIdentity, OidcProviderClient } from './oidc-provider-client.js';
import { createSecret, secretHash } from './opaque-secret.js';
import type { LoginAnswer, Sessions } from './sessions.js';

export interface OidcSignInParts {
  store: DirectoryStore;
  sessions: Sessions;
  attempts: OidcAttempts;
  /** Undefined if sign-in with a provider is not configured. */
  provider: OidcProviderClient | undefined;
  /** The app's page to which people return. */
  returnUrl: string;
  signUp: boolean;
}

const CODE_SECONDS = 60;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Sign-in with an OpenID provider. The app sends the browser to `start` with a challenge, and later redeems a code with the verifier of
 * that challenge. So no URL contains a token, and a code that somebody else has started or seen is useless.
 */
export class OidcSignIn {
  constructor(private readonly parts: OidcSignInParts) {}

  /** URL to which the browser is sent. @throws Problem 400 for an invalid challenge, 404 without a provider, 503 when it is down */
  async start(challenge: unknown): Promise<string> {
    const provider = this.provider();
    if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) {
      throw new Problem(
        'invalid-parameter',
        'challenge must be the SHA-256 of your code verifier in base64url (RFC 7636, S256): 43 characters.',
        { errors: [{ pointer: 'challenge', detail: 'must have 43 characters of base64url' }] },
      );
    }
    const { state, attempt } = this.parts.attempts.begin(challenge);
    return (await provider.signInUrl({ state, ...attempt })).href;
  }

  /** URL of the app's page with a one-time code. @throws Problem 403 when the provider refused, or the address is unknown */
  async callback(actor: Actor, query: string): Promise<string> {
    const provider = this.provider();
    const state = new URLSearchParams(query).get('state') ?? '';
    const attempt = this.parts.attempts.open(state);
    if (attempt === undefined)
      throw new Problem(
        'forbidden',
        'This sign-in was not started here, or took longer than ten minutes. Start again: GET /auth/oidc/start.',
      );
    const identity = await provider.identify(query, { state, ...attempt });
    const code = createSecret();
    await this.parts.store.change(actor, async (changes) => {
      const person = await this.personOf(changes, identity);
      await changes.of(LoginCode).insert({
        codeHash: secretHash(code),
        person,
        challenge: attempt.challenge,
        expiresAt: () => `now() + make_interval(secs => ${CODE_SECONDS})`,
      });
    });
    return `${this.parts.returnUrl}#oidc=${code}`;
  }

  /** Exchanges a code, which is valid for one attempt, for a login. @throws Problem 401, 404 without a provider */
  async redeem(actor: Actor, { code, verifier }: OidcTokenDto): Promise<LoginAnswer> {
    this.provider();
    const { rows } = await this.parts.store.pool.query<{ person: string; challenge: string; good: boolean }>(
      `delete from login_code where code_hash = $1 returning person, challenge, expires_at > now() as good`,
      [secretHash(code)],
    );
    const found = rows[0];
    const right = found !== undefined && found.good && found.challenge === hash('sha256', verifier, 'base64url');
    const answer = right ? await this.parts.sessions.begin(actor, found.person, 'oidc') : undefined;
    if (answer === undefined)
      throw new Problem(
        'session-ended',
        'The code is not valid: it can be used once, within a minute, with the code verifier of the app that started the sign-in. ' +
          'Begin again: GET /auth/oidc/start.',
        { headers: { 'www-authenticate': 'Bearer realm="waymark"' } },
      );
    return answer;
  }

  /** Deletes codes that were not redeemed in time; for upkeep. */
  async forget(maxRows: number): Promise<void> {
    await this.parts.store.pool.query(
      `delete from login_code where code_hash = any(array(select code_hash from login_code where expires_at < now() limit $1))`,
      [maxRows],
    );
  }

  private provider(): OidcProviderClient {
    if (this.parts.provider === undefined)
      throw new Problem('not-found', 'Sign-in with an OpenID provider is not configured here (OIDC_ISSUER). Log in with POST /auth/login.');
    return this.parts.provider;
  }

  /** The person by the subject, or at the first sign-in by the verified address, which then binds the subject. @throws Problem 403 */
  private async personOf(changes: ChangeSet, { issuer, subject, email, emailVerified, name }: OidcIdentity): Promise<string> {
    const { client } = changes;
    const bound = await changes.of(OidcIdentityRow).findOneBy({ issuer, subject });
    if (bound !== null && (await changes.of(Person).existsBy({ id: bound.person, status: 'active' }))) return bound.person;
    if (email === undefined || !emailVerified)
      throw new Problem('forbidden', 'The provider does not report a verified e-mail address for your account.');
    if (this.parts.signUp && email.length <= 254) {
      const { rowCount } = await client.query(
        `insert into person (id, email, email_key, name) values ($1, $2, $3, $4) on conflict do nothing`,
        [randomUUID(), email, emailKeyOf(email), (name ?? email).slice(0, 128)],
      );
      if (rowCount === 1) await changes.audit('person.sign-up', `email:${emailKeyOf(email)}`);
    }
    const { rows: known } = await client.query<{ id: string; status: string }>(
      `select id, status from person where email_key = $1 for update`,
      [emailKeyOf(email)],
    );
    const isBound = known[0]?.status === 'active' && (await changes.insertNew(OidcIdentityRow, { issuer, subject, person: known[0].id }));
    if (!isBound) throw new Problem('forbidden', 'This account of the provider has no access here; ask an operator for access.');
    await changes.audit('person.oidc', subjectOf(known[0]!.id), { detail: { issuer, subject } });
    return known[0]!.id;
  }
}
