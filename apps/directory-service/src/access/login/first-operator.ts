import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { Person } from '../../entities/person.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { lockOperators } from '../people/last-operator.js';
import { emailKeyOf, subjectOf } from '../people/person-record.js';
import { PasswordHashes } from './password-hashes.js';

const USUAL_EMAIL = 'operator@localhost';
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_CHARACTERS = 5;

/** The first operator of an installation. */
@Injectable()
export class FirstOperator {
  constructor(
    private readonly store: DirectoryStore,
    private readonly hashes: PasswordHashes,
  ) {}

  /**
   * Creates the first operator, if there is none. The password (125 bits) is returned only once and must be changed at the first login.
   * @throws Problem 409 if there is an operator, or another person with the address
   */
  async create(actor: Actor, email = USUAL_EMAIL): Promise<{ id: string; email: string; password: string }> {
    const password = oneTimePassword();
    const passwordHash = await this.hashes.hash(password);
    return this.store.change(actor, async (changes) => {
      await lockOperators(changes.client);
      if (await changes.of(Person).existsBy({ operator: true }))
        throw new Problem(
          'conflict',
          'An operator already exists. To replace a lost password, create a one-time link: npm run --silent password-link -- ADDRESS',
        );
      const id = randomUUID();
      const person = { id, email, emailKey: emailKeyOf(email), name: 'Operator', operator: true, passwordHash, mustChangePassword: true };
      if (!(await changes.insertNew(Person, person)))
        throw new Problem('conflict', 'This e-mail address belongs to a person who is not an operator; use another one.', {
          errors: [{ pointer: '/email', detail: 'is taken' }],
        });
      await changes.audit('operator.first', subjectOf(id), { detail: { email } });
      return { id, email, password };
    });
  }
}

function oneTimePassword(): string {
  const group = (): string => Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
