import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Role } from '#contracts/directory/roles.js';
import { isWorkspaceId } from '#identity/workspace-id.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { Membership } from '../../entities/membership.entity.js';
import { Workspace } from '../../entities/workspace.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { Leaving } from './leaving.js';
import { lockPerson, viewIn } from './people.js';
import { type PersonView, subjectOf } from './person-record.js';
import { cutOffTokens } from './token-cutoff.js';

/** Limited, since all workspaces of a person must fit into the claims of an access token. */
const MAX_WORKSPACES = 50;

/** The workspaces of people, managed by operators. */
@Injectable()
export class Memberships {
  constructor(
    private readonly store: DirectoryStore,
    private readonly leaving: Leaving,
  ) {}

  /** @throws Problem 404 for the person or the workspace, 409 beyond the limit of workspaces */
  put(actor: Actor, personId: string, workspace: string, role: Role): Promise<PersonView> {
    return this.store.change(actor, async (changes) => {
      await lockPerson(changes, personId);
      await requireWorkspace(changes, workspace);
      await putMembership(changes, { personId, workspace, role, shownName: null });
      return viewIn(changes, personId);
    });
  }

  /** @throws Problem 404 */
  remove(actor: Actor, personId: string, workspace: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      await lockPerson(changes, personId);
      if (!isWorkspaceId(workspace)) throw notMember();
      await this.end(changes, personId, workspace);
    });
  }

  /** Call it with the person's row locked. @throws Problem 404 */
  async end(changes: ChangeSet, personId: string, workspace: string): Promise<void> {
    const { affected } = await changes.of(Membership).delete({ person: personId, workspace });
    if (affected === 0) throw notMember();
    await this.leaving.leave(changes, personId, workspace);
    await cutOffTokens(changes, personId);
    await changes.audit('membership.remove', subjectOf(personId), { workspace });
  }
}

export interface MembershipChange {
  personId: string;
  workspace: string;
  role: Role;
  /** Null for the person's own name. Only used for a new membership. */
  shownName: string | null;
}

/** Call it with the person's row locked. Ends the person's tokens only if something changes. @throws Problem 409 */
export async function putMembership(changes: ChangeSet, { personId, workspace, role, shownName }: MembershipChange): Promise<void> {
  const memberships = changes.of(Membership);
  const before = await memberships.findBy({ person: personId });
  const present = before.find((each) => each.workspace === workspace);
  if (present?.role === role) return;
  if (present === undefined && before.length >= MAX_WORKSPACES)
    throw new Problem('conflict', `A person can belong to at most ${MAX_WORKSPACES} workspaces.`);
  const row = { person: personId, workspace, role, shownName };
  await memberships.createQueryBuilder().insert().values(row).orUpdate(['role'], ['person', 'workspace']).execute();
  await cutOffTokens(changes, personId);
  await changes.audit('membership.put', subjectOf(personId), { workspace, detail: { role, before: present?.role } });
}

/** The same problem whether or not the person exists. */
export function notMember(): Problem {
  return new Problem('not-found', 'The workspace has no person with this id.');
}

async function requireWorkspace(changes: ChangeSet, id: string): Promise<void> {
  const where = { id, status: In<Workspace['status']>(['active', 'suspended']) };
  const held = isWorkspaceId(id) ? await changes.of(Workspace).findOne({ where, lock: { mode: 'pessimistic_read' } }) : null;
  if (held === null) throw new Problem('not-found', 'This workspace does not exist.');
}
