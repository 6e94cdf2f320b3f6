import { Not } from 'typeorm';
import type { NewWorkspaceDto, WorkspaceChangeDto } from '#contracts/directory/dto/workspace.dto.js';
import type { WorkspaceMove, WorkspaceRecord } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../auditing/actor.js';
import { removeDashboardsOf } from '../boards/dashboards/dashboards.js';
import { removePollsOf } from '../boards/polls/polls.js';
import { removeViewsOf } from '../boards/views/saved-views.js';
import { Plan } from '../entities/plan.entity.js';
import { WorkspaceName } from '../entities/workspace-name.entity.js';
import { Workspace } from '../entities/workspace.entity.js';
import type { ChangeSet } from '../publishing/change-set.js';
import type { DirectoryStore } from '../publishing/directory-store.js';
import { unknownWorkspace } from '../publishing/locked-workspace.js';
import { looksOf } from '../storage/name-looks.js';
import { nextOf } from '../storage/next-of.js';
import { removeFieldsOf } from './fields/field-definitions.js';
import { removeRetentionOf } from './retention/retentions.js';
import { requireNoHold } from './retention/workspace-holds.js';

interface WorkspaceRow {
  id: string;
  name: string;
  status: WorkspaceRecord['status'];
  plan: string;
  created_at: Date;
  delete_after: Date | null;
  former_names: string[];
  move: WorkspaceMove | null;
}

const SELECT = `select w.*, array(select n.name from workspace_name n where n.workspace = w.id and n.name <> w.name
  order by n.taken_at, n.name) as former_names from workspace w`;
const MAX_PAGE = 500;
const NOT_HELD = 'not exists (select from workspace_hold h where h.workspace = workspace.id)';

/** The workspaces of the installation. Ids are never reused; names are unique among present and former ones. */
export class Workspaces {
  constructor(
    private readonly store: DirectoryStore,
    private readonly deleteGraceDays: number,
  ) {}

  /** A page, ordered by id; `after` is the last id of the previous page. */
  async list(after: string): Promise<{ workspaces: WorkspaceRecord[]; next: string | null }> {
    const { rows } = await this.store.pool.query<WorkspaceRow>(
      `${SELECT} where w.status <> 'deleted' and w.id > $1 order by w.id limit $2`,
      [after, MAX_PAGE],
    );
    return { workspaces: rows.map(recordOf), next: nextOf(rows, MAX_PAGE, 'id') };
  }

  /** @throws Problem 404 */
  async find(id: string): Promise<WorkspaceRecord> {
    const { rows } = await this.store.pool.query<WorkspaceRow>(`${SELECT} where w.id = $1 and w.status <> 'deleted'`, [id]);
    if (rows[0] === undefined) throw unknownWorkspace(id);
    return recordOf(rows[0]);
  }

  /** @throws Problem 409 when the id or the name is taken, 422 for an unknown plan */
  create(actor: Actor, { id, name = id, plan = 'unlimited' }: NewWorkspaceDto): Promise<WorkspaceRecord> {
    return this.store.change(actor, async (changes) => {
      await insertWorkspace(changes, { id, name, plan });
      return publishWorkspace(changes, id);
    });
  }

  /** @throws Problem 404, 409 when the name is taken, 422 for an unknown plan */
  update(actor: Actor, id: string, { name, plan }: WorkspaceChangeDto): Promise<WorkspaceRecord> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, id);
      if (plan !== undefined) await requirePlan(changes, plan);
      if (name !== undefined) await takeName(changes, id, name);
      if (name !== undefined || plan !== undefined) await changes.of(Workspace).update({ id }, { name, plan });
      await changes.audit('workspace.update', `workspace:${id}`, { workspace: id, detail: { name, plan } });
      return publishWorkspace(changes, id);
    });
  }

  /** In a suspended workspace, reads still work and writes are refused. @throws Problem 404, 409 while it is being deleted */
  setStatus(actor: Actor, id: string, status: 'active' | 'suspended'): Promise<WorkspaceRecord> {
    return this.store.change(actor, async (changes) => {
      const before = await lockWorkspace(changes, id);
      if (before.status === 'deleting')
        throw new Problem('conflict', `The workspace ${id} is being deleted; restore it first: POST /operator/workspaces/${id}/restore.`);
      await changes.of(Workspace).update({ id }, { status });
      await changes.audit(status === 'active' ? 'workspace.resume' : 'workspace.suspend', `workspace:${id}`, { workspace: id });
      return publishWorkspace(changes, id);
    });
  }

  /** Starts the deletion: all calls are refused, and it can be restored until `deleteAfter`. @throws Problem 404, 409 under a legal hold */
  delete(actor: Actor, id: string): Promise<WorkspaceRecord> {
    return this.store.change(actor, async (changes) => {
      const { status, statusBefore, deleteAfter } = await lockWorkspace(changes, id);
      await requireNoHold(changes, id);
      await changes.of(Workspace).update(
        { id },
        {
          status: 'deleting',
          statusBefore: statusBefore ?? status,
          deleteAfter: deleteAfter ?? (() => `now() + make_interval(days => ${this.deleteGraceDays})`),
        },
      );
      await changes.audit('workspace.delete', `workspace:${id}`, { workspace: id });
      return publishWorkspace(changes, id);
    });
  }

  /** Restores a workspace that is being deleted, with its former status. */
  restore(actor: Actor, id: string): Promise<WorkspaceRecord> {
    return this.store.change(actor, async (changes) => {
      const before = await lockWorkspace(changes, id);
      if (before.status !== 'deleting') throw new Problem('conflict', `The workspace ${id} is not being deleted.`);
      await changes.of(Workspace).update({ id }, { status: before.statusBefore ?? 'active', statusBefore: null, deleteAfter: null });
      await changes.audit('workspace.restore', `workspace:${id}`, { workspace: id });
      return publishWorkspace(changes, id);
    });
  }

  /**
   * Removes workspaces whose grace period is over and that are not under a legal hold. Names are free again, ids are not. The last record
   * of each workspace stays, so that services with its data delete it.
   */
  async removeOverdue(actor: Actor): Promise<string[]> {
    const { rows } = await this.store.pool.query<{ id: string }>(
      `select id from workspace where status = 'deleting' and delete_after < now() and ${NOT_HELD} order by id limit 100`,
    );
    for (const { id } of rows) {
      await this.store.change(actor, async (changes) => {
        const { rowCount } = await changes.client.query(
          `update workspace set status = 'deleted', name = id where id = $1 and status = 'deleting' and delete_after < now()
            and ${NOT_HELD}`,
          [id],
        );
        // No row if it was restored, put under a hold, or removed by another instance in the meantime.
        if (rowCount === 0) return;
        await changes.of(WorkspaceName).delete({ workspace: id });
        await removeFieldsOf(changes, id);
        await removeRetentionOf(changes, id);
        await removePollsOf(changes, id);
        await removeDashboardsOf(changes, id);
        await removeViewsOf(changes, id);
        await changes.audit('workspace.remove', `workspace:${id}`, { workspace: id });
        await publishWorkspace(changes, id);
      });
    }
    return rows.map(({ id }) => id);
  }
}

export async function lockWorkspace(changes: ChangeSet, id: string): Promise<Workspace> {
  const where = { id, status: Not<Workspace['status']>('deleted') };
  const workspace = await changes.of(Workspace).findOne({ where, lock: { mode: 'pessimistic_write' } });
  if (workspace === null) throw unknownWorkspace(id);
  return workspace;
}

/** @throws Problem 409 when the id or the name is taken, 422 for an unknown plan */
export async function insertWorkspace(changes: ChangeSet, { id, name, plan }: Required<NewWorkspaceDto>): Promise<void> {
  await requirePlan(changes, plan);
  if (!(await changes.insertNew(Workspace, { id, name, plan })))
    throw new Problem('conflict', `The workspace id ${id} was used before; ids are never reused.`);
  await takeName(changes, id, name);
  await changes.audit('workspace.create', `workspace:${id}`, { workspace: id, detail: { name, plan } });
}

async function requirePlan(changes: ChangeSet, plan: string): Promise<void> {
  // Locked, so that the plan is not removed before the workspace has it.
  const held = await changes.of(Plan).findOne({ where: { name: plan }, lock: { mode: 'for_key_share' } });
  if (held === null)
    throw new Problem('invalid', `The plan ${plan} does not exist; GET /operator/plans lists the existing ones.`, {
      errors: [{ pointer: '/plan', detail: 'is not an existing plan' }],
    });
}

/** Serialises new names, so that two concurrent ones cannot look alike. */
const NAMES_LOCK = `select pg_advisory_xact_lock(hashtext('waymark.directory.workspace-names'))`;

async function takeName(changes: ChangeSet, id: string, name: string): Promise<void> {
  const looks = looksOf(name);
  if (looks === '')
    throw new Problem('invalid', 'name must have a visible character.', {
      errors: [{ pointer: '/name', detail: 'must have a visible character' }],
    });
  await changes.client.query(NAMES_LOCK);
  if (await changes.of(WorkspaceName).existsBy({ looks, workspace: Not(id) }))
    throw new Problem(
      'conflict',
      'Another workspace has or had this name or a similar-looking one, and links with it lead there; choose another name.',
      {
        errors: [{ pointer: '/name', detail: 'is taken' }],
      },
    );
  await changes.insertNew(WorkspaceName, { name, looks, workspace: id });
}

export async function publishWorkspace(changes: ChangeSet, id: string): Promise<WorkspaceRecord> {
  const { rows } = await changes.client.query<WorkspaceRow>(`${SELECT} where w.id = $1`, [id]);
  const record = recordOf(rows[0]!);
  await changes.publish('workspace', id, record);
  return record;
}

function recordOf(row: WorkspaceRow): WorkspaceRecord {
  return {
    id: row.id,
    name: row.name,
    formerNames: row.former_names,
    status: row.status,
    plan: row.plan,
    createdAt: row.created_at.toISOString(),
    ...(row.move && row.status !== 'deleted' && { move: row.move }),
    ...(row.delete_after && { deleteAfter: row.delete_after.toISOString() }),
  };
}
