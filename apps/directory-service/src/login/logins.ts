import { Injectable } from '@nestjs/common';
import type { LoginDto } from '#contracts/directory/dto/login.dto.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../auditing/actor.js';
import { emailKeyOf, type PersonRow, subjectOf } from '../people/person-record.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { LoginMetrics } from './login-metrics.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHashes } from './password-hashes.js';
import { type LoginAnswer, Sessions } from './sessions.js';

/** Logging in by address and password. */
@Injectable()
export class Logins {
  constructor(
    private readonly store: DirectoryStore,
    private readonly throttle: LoginThrottle,
    private readonly hashes: PasswordHashes,
    private readonly sessions: Sessions,
    private readonly metrics: LoginMetrics,
  ) {}

  /**
   * An account that does not exist, has no password or is disabled is answered as a wrong password is, and takes as long.
   * @throws Problem 401, 429 when too many attempts failed, 503 when too many wait
   */
  async login(actor: Actor, { email, password }: LoginDto): Promise<LoginAnswer> {
    const { store, throttle, hashes, sessions, metrics } = this;
    const attempt = await throttle.login(email, actor.address).catch((error: unknown) => {
      if (error instanceof Problem) metrics.throttled();
      throw error;
    });
    const { rows } = await store.pool.query<Pick<PersonRow, 'id' | 'password_hash' | 'status'>>(
      `select id, password_hash, status from person where email_key = $1`,
      [emailKeyOf(email)],
    );
    const person = rows[0];
    let right: boolean;
    try {
      right = await hashes.verify(person?.password_hash, password);
    } catch (error) {
      await attempt.takeBack();
      throw error;
    }
    if (!right || !person?.password_hash || person.status !== 'active') {
      metrics.failed();
      await this.noteFailure(actor, person);
      throw loginFailed();
    }
    await attempt.takeBack();
    const passwordHash = await this.refreshedHash(person.id, person.password_hash, password);
    const answer = await sessions.begin(actor, person.id, 'password', passwordHash);
    if (answer === undefined) throw loginFailed();
    await throttle.know(person.id, email, actor.address);
    metrics.succeeded();
    return answer;
  }

  /**
   * A line of the audit for each attempt that was looked at, which the throttle bounds. The address that was entered is in none:
   * people enter their passwords there.
   */
  private async noteFailure(actor: Actor, person: Pick<PersonRow, 'id' | 'status' | 'password_hash'> | undefined): Promise<void> {
    const reason =
      person === undefined
        ? 'unknown-account'
        : person.status !== 'active'
          ? 'account-disabled'
          : person.password_hash === null
            ? 'no-password'
            : 'wrong-password';
    await this.store.change(actor, (changes) =>
      changes.audit('login.fail', person === undefined ? 'person:unknown' : subjectOf(person.id), { detail: { reason } }),
    );
  }

  /** Made anew when the settings ask for another cost than it was made with: only now is the password at hand. */
  private async refreshedHash(personId: string, stored: string, password: string): Promise<string> {
    const { hashes, store } = this;
    if (!hashes.isOutdated(stored)) return stored;
    const renewed = await hashes.hash(password);
    const { rowCount } = await store.pool.query(`update person set password_hash = $3 where id = $1 and password_hash = $2`, [
      personId,
      stored,
      renewed,
    ]);
    return rowCount === 1 ? renewed : stored;
  }
}

function loginFailed(): Problem {
  return new Problem(
    'login-failed',
    'There is no active account with this address and this password. An operator can give a link to set a new password.',
    { headers: { 'www-authenticate': 'Bearer realm="waymark"' } },
  );
}
