import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NewMemberDto } from '#contracts/directory/dto/person.dto.js';
import type { Role } from '#contracts/directory/roles.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { Membership } from '../../entities/membership.entity.js';
import { Person } from '../../entities/person.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { nextOf } from '../../storage/next-of.js';
import { requireAdmin } from './last-admin.js';
import { Memberships, notMember, putMembership } from './memberships.js';
import { NAME_WITHOUT_ADDRESS } from './name-without-address.js';
import { emailKeyOf } from './person-record.js';

/** A person for the admins of a workspace. */
export interface MemberView {
  id: string;
  email: string;
  name: string;
  role: Role;
}

/** A person for people who create polls. */
export interface MemberName {
  id: string;
  name: string;
}

const MAX_PAGE = 200;
const MAX_MEMBERS = 1000;
const SELECT = `select p.id, p.email_key as email, coalesce(m.shown_name, p.name) as name, m.role from membership m
  join person p on p.id = m.person`;

/**
 * The people of one workspace, for its admins. Admins learn nothing about other workspaces, nor whether an address already has an account:
 * an unknown address gets an account without a password, a known one becomes a member, and the answer is the same, with the name that the
 * admin entered. Only operators and the person can set a password.
 */
@Injectable()
export class Members {
  constructor(
    private readonly store: DirectoryStore,
    private readonly memberships: Memberships,
  ) {}

  /** A page of people, ordered by id; `after` is the value `next` of the previous page. */
  async list(workspace: string, after: string | undefined): Promise<{ people: MemberView[]; next: string | null }> {
    const { rows } = await this.store.pool.query<MemberView>(
      `${SELECT} where m.workspace = $1 and ($2::uuid is null or m.person > $2) order by m.person limit $3`,
      [workspace, after ?? null, MAX_PAGE],
    );
    return { people: rows, next: nextOf(rows, MAX_PAGE, 'id') };
  }

  /** The same without addresses and roles, for callers who need names but do not administer people. */
  async names(workspace: string, after: string | undefined): Promise<{ people: MemberName[]; next: string | null }> {
    const { rows } = await this.store.pool.query<MemberName>(
      `select p.id, ${NAME_WITHOUT_ADDRESS} as name from membership m join person p on p.id = m.person where m.workspace = $1
        and ($2::uuid is null or m.person > $2) order by m.person limit $3`,
      [workspace, after ?? null, MAX_PAGE],
    );
    return { people: rows, next: nextOf(rows, MAX_PAGE, 'id') };
  }

  /**
   * Adds a person; an existing member gets the role.
   * @throws Problem 409 if the workspace, or the person's list of workspaces, is full, and for the last admin
   */
  add(actor: Actor, workspace: string, { email, role, name = email }: NewMemberDto): Promise<MemberView> {
    return this.store.change(actor, async (changes) => {
      await requireRoom(changes, workspace);
      const emailKey = emailKeyOf(email);
      await changes.insertNew(Person, { id: randomUUID(), email, emailKey, name });
      const { id: personId } = await changes.of(Person).findOneOrFail({ where: { emailKey }, lock: { mode: 'pessimistic_write' } });
      const wasAdmin = await changes.of(Membership).existsBy({ person: personId, workspace, role: 'admin' });
      await putMembership(changes, { personId, workspace, role, shownName: name });
      if (wasAdmin) await requireAdmin(changes, workspace);
      return viewIn(changes, workspace, personId);
    });
  }

  /** @throws Problem 404 if the person does not belong to the workspace, 409 for the last admin */
  setRole(actor: Actor, workspace: string, personId: string, role: Role): Promise<MemberView> {
    return this.store.change(actor, async (changes) => {
      const before = await lockMember(changes, workspace, personId);
      await putMembership(changes, { personId, workspace, role, shownName: null });
      if (before === 'admin') await requireAdmin(changes, workspace);
      return viewIn(changes, workspace, personId);
    });
  }

  /** @throws Problem 404 if the person does not belong to the workspace, 409 for the last admin */
  remove(actor: Actor, workspace: string, personId: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const before = await lockMember(changes, workspace, personId);
      await this.memberships.end(changes, personId, workspace);
      if (before === 'admin') await requireAdmin(changes, workspace);
    });
  }
}

/** Locks the person's row. @returns the person's role @throws Problem 404 */
async function lockMember(changes: ChangeSet, workspace: string, personId: string): Promise<Role> {
  await changes.client.query(
    `select 1 from person p where p.id = $1 and exists (select 1 from membership m where m.person = p.id
      and m.workspace = $2) for update of p`,
    [personId, workspace],
  );
  // Read after the lock, since it may have changed before.
  const member = await changes.of(Membership).findOneBy({ person: personId, workspace });
  if (member === null) throw notMember();
  return member.role;
}

async function requireRoom(changes: ChangeSet, workspace: string): Promise<void> {
  const members = await changes.of(Membership).countBy({ workspace });
  if (members >= MAX_MEMBERS) throw new Problem('conflict', `A workspace can have at most ${MAX_MEMBERS} people.`);
}

async function viewIn(changes: ChangeSet, workspace: string, personId: string): Promise<MemberView> {
  const { rows } = await changes.client.query<MemberView>(`${SELECT} where m.workspace = $1 and m.person = $2`, [workspace, personId]);
  return rows[0]!;
}
