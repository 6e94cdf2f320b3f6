import type { Repository } from 'typeorm';
import type { Role } from '#contracts/directory/roles.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { Membership } from '../../entities/membership.entity.js';
import { Person } from '../../entities/person.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { personIdOf } from './person-record.js';

/** A person who acts in a workspace that they belong to. */
export interface ActingMember {
  personId: string;
  role: Role;
}

/** The caller, if it is a person who belongs to the workspace; otherwise undefined. */
export async function actingMember(
  memberships: Repository<Membership>,
  { subject }: Pick<Actor, 'subject'>,
  workspace: string,
): Promise<ActingMember | undefined> {
  const personId = personIdOf(subject);
  if (personId === undefined) return undefined;
  const member = await memberships.findOneBy({ person: personId, workspace });
  return member === null ? undefined : { personId, role: member.role };
}

/**
 * The same for a change, with locks that keep the person and the role until the commit. The person's row is locked first, in the same order
 * as when a person is removed.
 * @param what the action that only people can do, such as `answer a poll`
 * @throws Problem 403
 */
export async function holdActingMember(
  changes: ChangeSet,
  { subject }: Pick<Actor, 'subject'>,
  workspace: string,
  what: string,
): Promise<ActingMember> {
  const personId = personIdOf(subject);
  if (personId === undefined)
    throw new Problem('forbidden', `Only a person can ${what}, and this is not the token of a person: log in with POST /auth/login.`);
  await changes.of(Person).findOne({ where: { id: personId }, lock: { mode: 'for_key_share' } });
  const where = { person: personId, workspace };
  const member = await changes.of(Membership).findOne({ where, lock: { mode: 'pessimistic_read' } });
  if (member === null) throw new Problem('forbidden', `Only people of the workspace can ${what}, and you are not one of them.`);
  return { personId, role: member.role };
}
