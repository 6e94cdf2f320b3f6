import { Injectable } from '@nestjs/common';
import { type Repository } from 'typeorm';
import type { LoginDto } from '#contracts/directory/dto/login.dto.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import type { Actor } from '../../auditing/actor.js';
import { Person } from '../../entities/person.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { emailKeyOf, subjectOf } from '../people/person-record.js';
import { LoginMetrics } from './login-metrics.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHashes } from './password-hashes.js';
import { type LoginAnswer, Sessions } from './sessions.js';

/** Login by email address and password. */
@Injectable()
export class Logins {
  constructor(
    private readonly store: DirectoryStore,
    private readonly throttle: LoginThrottle,
    private readonly hashes: PasswordHashes,
    private readonly sessions: Sessions,
    private readonly metrics: LoginMetrics,
    @InjectRepository(Person) private readonly people: Repository<Person>,
  ) {}

  /**
   * For an account that does not exist, has no password or is disabled, answer and duration are the same as for a wrong password.
   * @throws Problem 401, 429 after too many failed attempts, 503 when too many wait
   */
  async login(actor: Actor, { email, password }: LoginDto): Promise<LoginAnswer> {
    const { throttle, hashes, sessions, metrics, people } = this;
    const attempt = await throttle.login(email, actor.address).catch((error: unknown) => {
      if (error instanceof Problem) metrics.throttled();
      throw error;
    });
    const person = await people.findOneBy({ emailKey: emailKeyOf(email) });
    let right: boolean;
    try {
      right = await hashes.verify(person?.passwordHash, password);
    } catch (error) {
      await attempt.takeBack();
      throw error;
    }
    if (!right || !person?.passwordHash || person.status !== 'active') {
      metrics.failed();
      await this.noteFailure(actor, person);
      throw loginFailed();
    }
    await attempt.takeBack();
    const passwordHash = await this.refreshedHash(person.id, person.passwordHash, password);
    const answer = await sessions.begin(actor, person.id, 'password', passwordHash);
    if (answer === undefined) throw loginFailed();
    await throttle.know(person.id, email, actor.address);
    metrics.succeeded();
    return answer;
  }

  /**
   * Adds a line to the audit for each checked attempt; the throttle limits their number. The line does not contain the entered address,
   * since people sometimes enter their password there.
   */
  private async noteFailure(actor: Actor, person: Person | null): Promise<void> {
    const reason =
      person === null
        ? 'unknown-account'
        : person.status !== 'active'
          ? 'account-disabled'
          : person.passwordHash === null
            ? 'no-password'
            : 'wrong-password';
    await this.store.change(actor, (changes) =>
      changes.audit('login.fail', person === null ? 'person:unknown' : subjectOf(person.id), { detail: { reason } }),
    );
  }

  /** Hashes the password again if the settings require another cost than that of the stored hash. Only possible at a login. */
  private async refreshedHash(personId: string, stored: string, password: string): Promise<string> {
    const { hashes, people } = this;
    if (!hashes.isOutdated(stored)) return stored;
    const renewed = await hashes.hash(password);
    const { affected } = await people.update({ id: personId, passwordHash: stored }, { passwordHash: renewed });
    return affected === 1 ? renewed : stored;
  }
}

function loginFailed(): Problem {
  return new Problem(
    'login-failed',
    'No active account has this e-mail address and password. An operator can create a link for setting a new password.',
    { headers: { 'www-authenticate': 'Bearer realm="waymark"' } },
  );
}
