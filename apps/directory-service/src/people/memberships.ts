import { Injectable } from '@nestjs/common';
import type { Role } from '#identity/roles.js';
import { isWorkspaceId } from '#identity/workspace-id.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../auditing/actor.js';
import type { ChangeSet } from '../publishing/change-set.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { Leaving } from './leaving.js';
import { lockPerson, viewIn } from './people.js';
import { type PersonView, subjectOf } from './person-record.js';
import { cutOffTokens } from './token-cutoff.js';

/** All of them fit into the claims of one access token. */
const MAX_WORKSPACES = 50;

/** Which workspaces a person belongs to, as operators say it. */
@Injectable()
export class Memberships {
  constructor(
    private readonly store: DirectoryStore,
    private readonly leaving: Leaving,
  ) {}

  /** @throws Problem 404 for the person or the workspace, 409 for one workspace too many */
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

  /** Under the lock of the person's row. @throws Problem 404 */
  async end(changes: ChangeSet, personId: string, workspace: string): Promise<void> {
    const { rowCount } = await changes.client.query(`delete from membership where person = $1 and workspace = $2`, [personId, workspace]);
    if (rowCount === 0) throw notMember();
    await this.leaving.leave(changes, personId, workspace);
    await cutOffTokens(changes, personId);
    await changes.audit('membership.remove', subjectOf(personId), { workspace });
  }
}

export interface MembershipChange {
  personId: string;
  workspace: string;
  role: Role;
  /** Null: the person's own name. Counts only where there was no membership before. */
  shownName: string | null;
}

/** Under the lock of the person's row; what changes nothing ends no token. @throws Problem 409 */
export async function putMembership(changes: ChangeSet, { personId, workspace, role, shownName }: MembershipChange): Promise<void> {
  const { rows: before } = await changes.client.query<{ workspace: string; role: Role }>(
    `select workspace, role from membership where person = $1`,
    [personId],
  );
  const present = before.find((each) => each.workspace === workspace);
  if (present?.role === role) return;
  if (present === undefined && before.length >= MAX_WORKSPACES)
    throw new Problem('conflict', `A person belongs to ${MAX_WORKSPACES} workspaces at most.`);
  await changes.client.query(
    `insert into membership (person, workspace, role, shown_name) values ($1, $2, $3, $4) on conflict (person, workspace)
      do update set role = excluded.role`,
    [personId, workspace, role, shownName],
  );
  await cutOffTokens(changes, personId);
  await changes.audit('membership.put', subjectOf(personId), { workspace, detail: { role, before: present?.role } });
}

/** The same whether there is such a person or not. */
export function notMember(): Problem {
  return new Problem('not-found', 'Nobody with this id belongs to the workspace.');
}

async function requireWorkspace(changes: ChangeSet, id: string): Promise<void> {
  const { rows } = isWorkspaceId(id)
    ? await changes.client.query(`select 1 from workspace where id = $1 and status in ('active', 'suspended') for share`, [id])
    : { rows: [] };
  if (rows.length === 0) throw new Problem('not-found', 'There is no such workspace.');
}
