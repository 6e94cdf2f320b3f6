import { randomUUID } from 'node:crypto';
import { Not } from 'typeorm';
import type { NewPersonDto, PersonChangeDto } from '#contracts/directory/dto/person.dto.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { Person } from '../../entities/person.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import type { DirectoryStore } from '../../publishing/directory-store.js';
import { nextOf } from '../../storage/next-of.js';
import { lockOperators, requireOperator, type WaysIn } from './last-operator.js';
import type { Leaving } from './leaving.js';
import { requirePerson } from './made-by-people.js';
import { emailKeyOf, type PersonRow, type PersonView, SELECT_PERSON, subjectOf, viewOf } from './person-record.js';
import { cutOffTokens, endSessions } from './token-cutoff.js';

const MAX_PAGE = 200;

/** The people of the installation, for operators. */
export class People {
  constructor(
    private readonly store: DirectoryStore,
    private readonly leaving: Leaving,
    private readonly waysIn: WaysIn,
  ) {}

  /** A page of people, ordered by address; `after` is the value `next` of the previous page. */
  async list({
    after = '',
    workspace,
    email,
  }: {
    after?: string;
    workspace?: string;
    email?: string;
  }): Promise<{ people: PersonView[]; next: string | null }> {
    const { rows } = await this.store.pool.query<PersonRow>(
      `${SELECT_PERSON} where p.email_key > $1 and ($2::text is null
        or exists (select 1 from membership m where m.person = p.id and m.workspace = $2))
         and ($3::text is null or p.email_key = $3) order by p.email_key limit $4`,
      [after, workspace ?? null, email === undefined ? null : emailKeyOf(email), MAX_PAGE],
    );
    return { people: rows.map(viewOf), next: nextOf(rows, MAX_PAGE, 'email_key') };
  }

  /** @throws Problem 404 */
  async find(id: string): Promise<PersonView> {
    const { rows } = await this.store.pool.query<PersonRow>(`${SELECT_PERSON} where p.id = $1`, [id]);
    if (rows[0] === undefined) throw unknownPerson();
    return viewOf(rows[0]);
  }

  /** Creates a person without a password, who signs in by a one-time link or OIDC. @throws Problem 409 when the address is taken */
  create(actor: Actor, { email, name = email, operator = false }: NewPersonDto): Promise<PersonView> {
    if (operator) requirePerson(actor, 'make someone an operator');
    return this.store.change(actor, async (changes) => {
      const id = randomUUID();
      if (!(await changes.insertNew(Person, { id, email, emailKey: emailKeyOf(email), name, operator }))) throw emailTaken();
      await changes.audit('person.create', subjectOf(id), { detail: { email, name, operator } });
      return viewIn(changes, id);
    });
  }

  /** @throws Problem 404, 409 when the address is taken, or for the last operator */
  update(actor: Actor, id: string, change: PersonChangeDto): Promise<PersonView> {
    return this.store.change(actor, async (changes) => {
      await lockOperators(changes.client);
      const before = await lockPerson(changes, id);
      const { email, name, status = before.status, operator = before.operator } = change;
      if (operator && (!before.operator || email !== undefined))
        requirePerson(actor, 'make someone an operator, or change the e-mail address of an operator');
      if (email !== undefined) await requireFree(changes, id, email);
      const emailKey = email === undefined ? undefined : emailKeyOf(email);
      await changes.of(Person).update({ id }, { email, emailKey, name, status, operator });
      await this.requireOperatorUnless(changes, before, status === 'active' && operator);
      if (status === 'disabled') await endSessions(changes, id, 'disabled');
      if (status !== before.status || operator !== before.operator) await cutOffTokens(changes, id);
      await changes.audit('person.update', subjectOf(id), { detail: change });
      return viewIn(changes, id);
    });
  }

  /** @throws Problem 404, 409 for the last operator */
  remove(actor: Actor, id: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      await lockOperators(changes.client);
      const before = await lockPerson(changes, id);
      await cutOffTokens(changes, id);
      await this.leaving.leave(changes, id, null);
      await changes.of(Person).delete({ id });
      await this.requireOperatorUnless(changes, before, false);
      await changes.audit('person.remove', subjectOf(id), { detail: { email: before.email } });
    });
  }

  /** Requires an operator, unless there was none before: such an installation can still be repaired. */
  private async requireOperatorUnless(changes: ChangeSet, before: Pick<Person, 'operator' | 'status'>, stays: boolean): Promise<void> {
    if (before.operator && before.status === 'active' && !stays) await requireOperator(changes.client, this.waysIn);
  }
}

/** Locks the row of a person until the commit. @throws Problem 404 */
export async function lockPerson(changes: ChangeSet, id: string): Promise<Person> {
  const person = await changes.of(Person).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  if (person === null) throw unknownPerson();
  return person;
}

export async function viewIn(changes: ChangeSet, id: string): Promise<PersonView> {
  const { rows } = await changes.client.query<PersonRow>(`${SELECT_PERSON} where p.id = $1`, [id]);
  return viewOf(rows[0]!);
}

async function requireFree(changes: ChangeSet, id: string, email: string): Promise<void> {
  if (await changes.of(Person).existsBy({ emailKey: emailKeyOf(email), id: Not(id) })) throw emailTaken();
}

function emailTaken(): Problem {
  return new Problem('conflict', 'Another person has this e-mail address; GET /operator/people shows who.', {
    errors: [{ pointer: '/email', detail: 'is taken' }],
  });
}

function unknownPerson(): Problem {
  return new Problem('not-found', 'This person does not exist.');
}
