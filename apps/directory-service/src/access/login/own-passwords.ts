import { Injectable } from '@nestjs/common';
import { Raw, type Repository } from 'typeorm';
import type { PasswordChangeDto, PasswordResetDto } from '#contracts/directory/dto/login.dto.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import type { Actor } from '../../auditing/actor.js';
import { PasswordLinkRow } from '../../entities/password-link.entity.js';
import { Person } from '../../entities/person.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { requirePerson } from '../people/made-by-people.js';
import { lockPerson } from '../people/people.js';
import { subjectOf } from '../people/person-record.js';
import { cutOffTokens, endSessions } from '../people/token-cutoff.js';
import { LoginThrottle } from './login-throttle.js';
import { createSecret, secretHash } from './opaque-secret.js';
import { PasswordHashes } from './password-hashes.js';
import { requireGoodPassword } from './password-rules.js';
import { type LoginAnswer, Sessions } from './sessions.js';

export interface PasswordLink {
  /** Shown only once. */
  secret: string;
  /** RFC 3339. */
  expiresAt: string;
}

const LINK_HOURS = 24;

/** Changes passwords: by their owner with the old password, or by a one-time link from an operator. Both end all sessions and tokens. */
@Injectable()
export class OwnPasswords {
  constructor(
    private readonly store: DirectoryStore,
    private readonly throttle: LoginThrottle,
    private readonly hashes: PasswordHashes,
    private readonly sessions: Sessions,
    @InjectRepository(Person) private readonly people: Repository<Person>,
    @InjectRepository(PasswordLinkRow) private readonly links: Repository<PasswordLinkRow>,
  ) {}

  /**
   * Returns a new session; all others are ended.
   * @throws Problem 403 when the old password is wrong, 422 when the new one is too weak, 429 after too many attempts
   */
  async change(actor: Actor, personId: string, { oldPassword, newPassword }: PasswordChangeDto): Promise<LoginAnswer> {
    const { store, throttle, hashes, sessions, people } = this;
    const person = await people.findOneBy({ id: personId, status: 'active' });
    if (person === null) throw wrongOldPassword();
    requireGoodPassword(newPassword, person);
    if (oldPassword === newPassword)
      throw new Problem('invalid', 'The new password is the same as the old one; choose a different one.', {
        errors: [{ pointer: '/newPassword', detail: 'must differ from the old password' }],
      });
    const attempt = await throttle.passwordChange(personId);
    let newHash: string;
    try {
      if (!(await hashes.verify(person.passwordHash, oldPassword))) throw wrongOldPassword();
      newHash = await hashes.hash(newPassword);
    } catch (error) {
      if (error instanceof Problem && error.type === 'overloaded') await attempt.takeBack();
      throw error;
    }
    await store.change(actor, async (changes) => {
      const before = await lockPerson(changes, personId);
      if (before.passwordHash !== person.passwordHash)
        throw new Problem('conflict', 'The password has just been changed by another request. Log in with the new password.');
      await setPassword(changes, personId, newHash, 'password.change');
    });
    await attempt.takeBack();
    // In a separate transaction: creating a token locks the signing key's row, which must not wait for the order of changes.
    const answer = await sessions.begin(actor, personId, 'password-change', newHash);
    if (answer === undefined)
      throw new Problem('conflict', 'The password was changed, but the account was changed at the same time. Log in again.');
    return answer;
  }

  /** Creates a one-time link, in place of earlier links of the person. @throws Problem 404 */
  link(actor: Actor, personId: string): Promise<PasswordLink> {
    const secret = createSecret();
    return this.store.change(actor, async (changes) => {
      const { operator } = await lockPerson(changes, personId);
      if (operator) requirePerson(actor, 'open an account of an operator');
      const links = changes.of(PasswordLinkRow);
      await links.delete({ person: personId });
      await links.insert({
        secretHash: secretHash(secret),
        person: personId,
        expiresAt: () => `now() + make_interval(hours => ${LINK_HOURS})`,
      });
      await changes.audit('password.link', subjectOf(personId));
      const { expiresAt } = await links.findOneByOrFail({ person: personId });
      return { secret, expiresAt: expiresAt.toISOString() };
    });
  }

  /** Sets a password by a link, which works only once. @throws Problem 422 for an invalid link or a weak password */
  async reset(actor: Actor, order: PasswordResetDto): Promise<void> {
    await this.setByLink(actor, order);
  }

  /** Like `reset`, and starts a session; for invitations. @throws Problem as `reset` */
  async accept(actor: Actor, order: PasswordResetDto): Promise<LoginAnswer> {
    const { personId, newHash } = await this.setByLink(actor, order);
    const answer = await this.sessions.begin(actor, personId, 'invitation', newHash);
    if (answer === undefined)
      throw new Problem('conflict', 'The password was set, but the account was changed at the same time. Log in with the new password.');
    return answer;
  }

  private async setByLink(actor: Actor, { secret, newPassword }: PasswordResetDto): Promise<{ personId: string; newHash: string }> {
    const { store, hashes, links, people } = this;
    const good = { secretHash: secretHash(secret), expiresAt: Raw((column) => `${column} > now()`) };
    const link = await links.findOneBy(good);
    const person = link && (await people.findOneBy({ id: link.person, status: 'active' }));
    if (person === null) throw deadLink();
    requireGoodPassword(newPassword, person);
    const newHash = await hashes.hash(newPassword);
    await store.change({ ...actor, subject: subjectOf(person.id) }, async (changes) => {
      await lockPerson(changes, person.id);
      const { affected } = await changes.of(PasswordLinkRow).delete(good);
      if (affected === 0) throw deadLink();
      await setPassword(changes, person.id, newHash, 'password.reset');
    });
    return { personId: person.id, newHash };
  }
}

async function setPassword(changes: ChangeSet, personId: string, passwordHash: string, action: string): Promise<void> {
  await changes.of(Person).update({ id: personId }, { passwordHash, mustChangePassword: false });
  await changes.of(PasswordLinkRow).delete({ person: personId });
  await endSessions(changes, personId, action);
  await cutOffTokens(changes, personId);
  await changes.audit(action, subjectOf(personId));
}

function wrongOldPassword(): Problem {
  return new Problem('forbidden', 'The old password is wrong; nothing was changed.', {
    errors: [{ pointer: '/oldPassword', detail: 'is wrong' }],
  });
}

/** The same problem for a link that never existed, was used, or has expired. */
function deadLink(): Problem {
  return new Problem('invalid', 'The link is no longer valid: it works once, within 24 hours. An operator can create a new one.', {
    errors: [{ pointer: '/secret', detail: 'is no longer valid' }],
  });
}
