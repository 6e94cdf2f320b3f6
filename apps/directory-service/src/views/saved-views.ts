import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SavedViewDto } from '#contracts/directory/dto/saved-view.dto.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../auditing/actor.js';
import { holdActingMember } from '../people/acting-member.js';
import { personIdOf, subjectOf } from '../people/person-record.js';
import type { ChangeSet } from '../publishing/change-set.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { lockWorkspace } from '../retention/locked-workspace.js';
import { mayWriteBoards } from '../tokens/board-writer.js';
import { requireNoToken } from './view-state.js';

/** A view of the map as one caller sees it; times RFC 3339. */
export interface SavedView {
  id: string;
  name: string;
  /** The fragment of the app's address. */
  state: string;
  /** False: nobody but its owner sees it. */
  shared: boolean;
  /** The caller saved it. */
  own: boolean;
  /** Subject of its owner; null: has left the workspace since. */
  savedBy: string | null;
  createdAt: string;
  updatedAt: string;
}

interface ViewRow {
  id: string;
  owner: string | null;
  name: string;
  state: string;
  shared: boolean;
  created_at: Date;
  updated_at: Date;
}

const MAX_PAGE = 200;
/** Of one person in one workspace. */
const MAX_OWN = 100;

/** Views of the map that people keep for themselves, or share with their workspace. */
@Injectable()
export class SavedViews {
  constructor(private readonly store: DirectoryStore) {}

  /** The caller's own and those that are shared, newest first; `before` is the last id of the page before. */
  async list(actor: Actor, workspace: string, before: string | undefined): Promise<{ views: SavedView[]; next: string | null }> {
    const personId = personIdOf(actor.subject);
    const { rows } = await this.store.pool.query<ViewRow>(
      `select * from saved_view where workspace = $1 and (shared or owner = $2::uuid)
         and ($3::uuid is null or (created_at, id) < (select created_at, id from saved_view where id = $3 and workspace = $1
         and (shared or owner = $2::uuid)))
       order by created_at desc, id desc limit $4`,
      [workspace, personId ?? null, before ?? null, MAX_PAGE],
    );
    return { views: rows.map((row) => viewOf(row, personId)), next: rows.length === MAX_PAGE ? rows.at(-1)!.id : null };
  }

  /** @throws Problem 403 for a machine, or for who may not share, 404, 409 for a name that is taken or one view too many, 422 */
  create(actor: Actor, workspace: string, { name, state, shared = false }: SavedViewDto): Promise<SavedView> {
    requireNoToken(state);
    requireMayShare(actor, shared);
    return this.store.change(actor, async (changes) => {
      const { personId } = await holdActingMember(changes, actor, workspace, 'save a view');
      // Of two that take the same name, or the last place there is, the second sees the first.
      await lockWorkspace(changes, workspace);
      const { rows: counted } = await changes.client.query<{ views: number }>(
        `select count(*)::int as views from saved_view where owner = $1 and workspace = $2`,
        [personId, workspace],
      );
      if (counted[0]!.views >= MAX_OWN)
        throw new Problem('conflict', `You have saved ${MAX_OWN} views in this workspace, which is the most; delete one first.`);
      const { rows } = await changes.client.query<ViewRow>(
        `insert into saved_view (id, workspace, owner, name, state, shared) values ($1, $2, $3, $4, $5, $6)
          on conflict (owner, workspace, name) do nothing returning *`,
        [randomUUID(), workspace, personId, name, state, shared],
      );
      if (rows[0] === undefined) throw nameTaken();
      await changes.audit('view.create', `view:${rows[0].id}`, { workspace, detail: { shared } });
      return viewOf(rows[0], personId);
    });
  }

  /** One's own. @throws Problem 403 for a machine, for somebody else's, or for who may not share, 404, 409 for a name that is taken, 422 */
  replace(actor: Actor, workspace: string, id: string, { name, state, shared = false }: SavedViewDto): Promise<SavedView> {
    requireNoToken(state);
    requireMayShare(actor, shared);
    return this.store.change(actor, async (changes) => {
      const { personId } = await holdActingMember(changes, actor, workspace, 'change a view');
      await lockWorkspace(changes, workspace);
      const before = await lockSeen(changes, workspace, id, personId);
      if (before.owner !== personId) throw new Problem('forbidden', 'Only who has saved a view changes it. Save it as one of your own.');
      const { rows: others } = await changes.client.query(
        `select 1 from saved_view where owner = $1 and workspace = $2 and name = $3 and id <> $4`,
        [personId, workspace, name, id],
      );
      if (others.length > 0) throw nameTaken();
      const { rows } = await changes.client.query<ViewRow>(
        `update saved_view set name = $2, state = $3, shared = $4, updated_at = now() where id = $1 returning *`,
        [id, name, state, shared],
      );
      await changes.audit('view.update', `view:${id}`, { workspace, detail: { shared } });
      return viewOf(rows[0]!, personId);
    });
  }

  /** One's own; somebody else's that is shared needs boards:write. @throws Problem 403, 404 */
  remove(actor: Actor, workspace: string, id: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const { personId } = await holdActingMember(changes, actor, workspace, 'delete a view');
      const before = await lockSeen(changes, workspace, id, personId);
      if (before.owner !== personId && !mayWriteBoards(actor))
        throw new Problem('forbidden', 'Somebody else has shared this view; to delete it your token needs the scope boards:write.');
      await changes.client.query(`delete from saved_view where id = $1`, [id]);
      await changes.audit('view.remove', `view:${id}`, { workspace, detail: { shared: before.shared } });
    });
  }
}

/** The views of a workspace that is removed. */
export async function removeViewsOf(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.client.query(`delete from saved_view where workspace = $1`, [workspace]);
}

/** @throws Problem 403 */
function requireMayShare(actor: Actor, shared: boolean): void {
  if (shared && !mayWriteBoards(actor))
    throw new Problem(
      'forbidden',
      'To share a view with the workspace your token needs the scope boards:write. Save it with "shared": false for yourself.',
    );
}

async function lockSeen(changes: ChangeSet, workspace: string, id: string, personId: string): Promise<ViewRow> {
  const { rows } = await changes.client.query<ViewRow>(
    `select * from saved_view where id = $1 and workspace = $2 and (shared or owner = $3) for update`,
    [id, workspace, personId],
  );
  if (rows[0] === undefined) throw new Problem('not-found', 'You see no such view in this workspace.');
  return rows[0];
}

const nameTaken = (): Problem =>
  new Problem('conflict', 'You have a view of this name in the workspace already; take another name, or change that one.', {
    errors: [{ pointer: '/name', detail: 'is taken' }],
  });

function viewOf(row: ViewRow, personId: string | undefined): SavedView {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    shared: row.shared,
    own: row.owner !== null && row.owner === personId,
    savedBy: row.owner === null ? null : subjectOf(row.owner),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
