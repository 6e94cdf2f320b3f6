import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, Not, type Repository } from 'typeorm';
import type { AdoptedViewDto } from '#contracts/directory/dto/adopted-boards.dto.js';
import type { SavedViewDto } from '#contracts/directory/dto/saved-view.dto.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import { holdActingMember } from '../../access/people/acting-member.js';
import { personIdOf, subjectOf } from '../../access/people/person-record.js';
import { mayWriteBoards } from '../../access/tokens/board-writer.js';
import type { Actor } from '../../auditing/actor.js';
import { SavedViewRow } from '../../entities/saved-view.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { lockReceiving, lockWorkspace } from '../../publishing/locked-workspace.js';
import { newestFirst } from '../../storage/newest-first.js';
import { nextOf } from '../../storage/next-of.js';
import { requireNoToken } from './view-state.js';

/** A saved view of the map for one caller; times in RFC 3339. */
export interface SavedView {
  id: string;
  name: string;
  /** The fragment of the app's URL. */
  state: string;
  /** If false, only its owner can see it. */
  shared: boolean;
  /** Whether the caller is the owner. */
  own: boolean;
  /** Subject of the owner; null if the owner has left the workspace. */
  savedBy: string | null;
  createdAt: string;
  updatedAt: string;
}

const MAX_PAGE = 200;
/** Per person and workspace. */
const MAX_OWN = 100;

/** Views of the map that people save for themselves or share with their workspace. */
@Injectable()
export class SavedViews {
  constructor(
    private readonly store: DirectoryStore,
    @InjectRepository(SavedViewRow) private readonly views: Repository<SavedViewRow>,
  ) {}

  /** A page of the caller's own views and shared ones, newest first; `before` is the last id of the previous page. */
  async list(actor: Actor, workspace: string, before: string | undefined): Promise<{ views: SavedView[]; next: string | null }> {
    const personId = personIdOf(actor.subject);
    const seen = personId === undefined ? { workspace, shared: true } : seenBy(workspace, personId);
    const page = await newestFirst(this.views.createQueryBuilder('row').where(seen), before, MAX_PAGE).getMany();
    return { views: page.map((row) => viewOf(row, personId)), next: nextOf(page, MAX_PAGE, 'id') };
  }

  /** @throws Problem 403 for a machine, or people who may not share, 404, 409 for a taken name or beyond the limit of views, 422 */
  create(actor: Actor, workspace: string, { name, state, shared = false }: SavedViewDto): Promise<SavedView> {
    requireNoToken(state);
    requireMayShare(actor, shared);
    return this.store.change(actor, async (changes) => {
      const { personId } = await holdActingMember(changes, actor, workspace, 'save a view');
      // Locked, so that two concurrent calls cannot take the same name or exceed the limit.
      await lockWorkspace(changes, workspace);
      const views = changes.of(SavedViewRow);
      if ((await views.countBy({ owner: personId, workspace })) >= MAX_OWN)
        throw new Problem('conflict', `You already have ${MAX_OWN} saved views in this workspace, the maximum; delete one first.`);
      const id = randomUUID();
      if (!(await changes.insertNew(SavedViewRow, { id, workspace, owner: personId, name, state, shared }))) throw nameTaken();
      await changes.audit('view.create', `view:${id}`, { workspace, detail: { shared } });
      return viewOf(await views.findOneByOrFail({ id }), personId);
    });
  }

  /** Replaces an own view. @throws Problem 403 for a machine, another person's view, or people who may not share, 404, 409, 422 */
  replace(actor: Actor, workspace: string, id: string, { name, state, shared = false }: SavedViewDto): Promise<SavedView> {
    requireNoToken(state);
    requireMayShare(actor, shared);
    return this.store.change(actor, async (changes) => {
      const { personId } = await holdActingMember(changes, actor, workspace, 'change a view');
      await lockWorkspace(changes, workspace);
      const before = await lockSeen(changes, workspace, id, personId);
      if (before.owner !== personId)
        throw new Problem('forbidden', 'Only the person who saved a view can change it. Save it as your own view instead.');
      const views = changes.of(SavedViewRow);
      if (await views.existsBy({ owner: personId, workspace, name, id: Not(id) })) throw nameTaken();
      await views.update({ id }, { name, state, shared });
      await changes.audit('view.update', `view:${id}`, { workspace, detail: { shared } });
      return viewOf(await views.findOneByOrFail({ id }), personId);
    });
  }

  /**
   * Creates or replaces a shared view of a workspace that is being moved here, without an owner.
   * @throws Problem 404, 409 unless the workspace is arriving, or if the id belongs to another workspace, 422
   */
  adopt(actor: Actor, workspace: string, id: string, { name, state, createdAt, updatedAt }: AdoptedViewDto): Promise<void> {
    requireNoToken(state);
    return this.store.change(actor, async (changes) => {
      await lockReceiving(changes, workspace);
      const { rowCount } = await changes.client.query(
        `insert into saved_view (id, workspace, name, state, shared, created_at, updated_at) values ($1, $2, $3, $4, true, $5, $6)
         on conflict (id) do update set name = excluded.name, state = excluded.state, created_at = excluded.created_at,
          updated_at = excluded.updated_at where saved_view.workspace = excluded.workspace`,
        [id, workspace, name, state, createdAt, updatedAt],
      );
      if (rowCount === 0) throw new Problem('conflict', `The view ${id} belongs to another workspace here.`);
      await changes.audit('view.adopt', `view:${id}`, { workspace, detail: { shared: true } });
    });
  }

  /**
   * Deletes an adopted view that is no longer shared in the workspace's former installation; again, it changes nothing.
   * @throws Problem 404, 409 unless the workspace is arriving
   */
  dropAdopted(actor: Actor, workspace: string, id: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      await lockReceiving(changes, workspace);
      await changes.of(SavedViewRow).delete({ id, workspace, owner: IsNull() });
      await changes.audit('view.drop', `view:${id}`, { workspace });
    });
  }

  /** Deletes an own view; a shared view of another person requires boards:write. @throws Problem 403, 404 */
  remove(actor: Actor, workspace: string, id: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const { personId } = await holdActingMember(changes, actor, workspace, 'delete a view');
      const before = await lockSeen(changes, workspace, id, personId);
      if (before.owner !== personId && !mayWriteBoards(actor))
        throw new Problem('forbidden', 'Someone else shared this view; to delete it, your token needs the scope boards:write.');
      await changes.of(SavedViewRow).delete({ id });
      await changes.audit('view.remove', `view:${id}`, { workspace, detail: { shared: before.shared } });
    });
  }
}

/** Deletes the views of a workspace that is being removed. */
export async function removeViewsOf(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.of(SavedViewRow).delete({ workspace });
}

/** @throws Problem 403 */
function requireMayShare(actor: Actor, shared: boolean): void {
  if (shared && !mayWriteBoards(actor))
    throw new Problem(
      'forbidden',
      'To share a view with the workspace, your token needs the scope boards:write. With "shared": false, you can save it for yourself.',
    );
}

/** Conditions for the views that a person can see: shared ones, and the person's own. */
const seenBy = (workspace: string, personId: string): FindOptionsWhere<SavedViewRow>[] => [
  { workspace, shared: true },
  { workspace, owner: personId },
];

async function lockSeen(changes: ChangeSet, workspace: string, id: string, personId: string): Promise<SavedViewRow> {
  const where = seenBy(workspace, personId).map((seen) => ({ ...seen, id }));
  const row = await changes.of(SavedViewRow).findOne({ where, lock: { mode: 'pessimistic_write' } });
  if (row === null) throw new Problem('not-found', 'This workspace has no such view that you can see.');
  return row;
}

const nameTaken = (): Problem =>
  new Problem('conflict', 'You already have a view with this name in the workspace; choose another name, or change that view.', {
    errors: [{ pointer: '/name', detail: 'is taken' }],
  });

function viewOf(row: SavedViewRow, personId: string | undefined): SavedView {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    shared: row.shared,
    own: row.owner !== null && row.owner === personId,
    savedBy: row.owner === null ? null : subjectOf(row.owner),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
