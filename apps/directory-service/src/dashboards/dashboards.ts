import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../auditing/actor.js';
import { requireRevision } from '../http/if-match.js';
import type { ChangeSet } from '../publishing/change-set.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { lockWorkspace } from '../retention/locked-workspace.js';
import type { DashboardContent } from './checked-dashboard.js';

/** A dashboard without what it shows; times RFC 3339, `createdBy` and `updatedBy` are subjects. */
export interface DashboardSummary {
  id: string;
  name: string;
  createdBy: string;
  createdAt: string;
  updatedBy: string;
  updatedAt: string;
  revision: number;
}

export interface DashboardView extends DashboardSummary, DashboardContent {
  workspace: string;
}

interface SummaryRow {
  id: string;
  name: string;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
  revision: number;
}

type DashboardRow = SummaryRow & Pick<DashboardView, 'workspace' | 'tiles' | 'filters'>;

const MAX_PAGE = 100;
/** Of one workspace. */
const MAX_DASHBOARDS = 200;

/** Dashboards of workspaces. Nothing here understands what their tiles ask for; the app asks, with the token of who looks. */
@Injectable()
export class Dashboards {
  constructor(private readonly store: DirectoryStore) {}

  /** Newest first, without tiles; `before` is the last id of the page before. */
  async list(workspace: string, before: string | undefined): Promise<{ dashboards: DashboardSummary[]; next: string | null }> {
    const { rows } = await this.store.pool.query<SummaryRow>(
      `select id, name, created_by, created_at, updated_by, updated_at, revision from dashboard where workspace = $1
         and ($2::uuid is null or (created_at, id) < (select created_at, id from dashboard where id = $2 and workspace = $1))
       order by created_at desc, id desc limit $3`,
      [workspace, before ?? null, MAX_PAGE],
    );
    return { dashboards: rows.map(summaryOf), next: rows.length === MAX_PAGE ? rows.at(-1)!.id : null };
  }

  /** @throws Problem 404, also for another workspace's: they look alike */
  async find(workspace: string, id: string): Promise<DashboardView> {
    const { rows } = await this.store.pool.query<DashboardRow>(`select * from dashboard where id = $1 and workspace = $2`, [id, workspace]);
    return viewOf(rows[0]);
  }

  /** @throws Problem 404 for the workspace, 409 for one dashboard too many */
  create(actor: Actor, workspace: string, { name, tiles, filters }: DashboardContent): Promise<DashboardView> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      const { rows: counted } = await changes.client.query<{ dashboards: number }>(
        `select count(*)::int as dashboards from dashboard where workspace = $1`,
        [workspace],
      );
      if (counted[0]!.dashboards >= MAX_DASHBOARDS)
        throw new Problem(
          'conflict',
          `The workspace ${workspace} has ${MAX_DASHBOARDS} dashboards, which is the most; delete one that nobody needs first.`,
        );
      const { rows } = await changes.client.query<DashboardRow>(
        `insert into dashboard (id, workspace, name, tiles, filters, created_by, updated_by)
          values ($1, $2, $3, $4, $5, $6, $6) returning *`,
        [randomUUID(), workspace, name, JSON.stringify(tiles), JSON.stringify(filters), actor.subject],
      );
      const made = viewOf(rows[0]);
      await changes.audit('dashboard.create', `dashboard:${made.id}`, { workspace, detail: { name, tiles: tiles.length } });
      return made;
    });
  }

  /** Replaces it as a whole. @throws Problem 404, 412 with the present dashboard as `present`, so that both can be shown */
  replace(
    actor: Actor,
    workspace: string,
    id: string,
    { name, tiles, filters }: DashboardContent,
    ifRevision: number | undefined,
  ): Promise<DashboardView> {
    return this.store.change(actor, async (changes) => {
      const before = await lock(changes, workspace, id);
      requireRevision('The dashboard', before, ifRevision, { present: before });
      const { rows } = await changes.client.query<DashboardRow>(
        `update dashboard set name = $2, tiles = $3, filters = $4, updated_by = $5, updated_at = now(),
          revision = revision + 1 where id = $1 returning *`,
        [id, name, JSON.stringify(tiles), JSON.stringify(filters), actor.subject],
      );
      await changes.audit('dashboard.update', `dashboard:${id}`, { workspace, detail: { name, tiles: tiles.length } });
      return viewOf(rows[0]);
    });
  }

  /** @throws Problem 404, 412 as `replace` */
  remove(actor: Actor, workspace: string, id: string, ifRevision: number | undefined): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const before = await lock(changes, workspace, id);
      requireRevision('The dashboard', before, ifRevision, { present: before });
      await changes.client.query(`delete from dashboard where id = $1`, [id]);
      await changes.audit('dashboard.remove', `dashboard:${id}`, { workspace, detail: { name: before.name } });
    });
  }
}

/** The dashboards of a workspace that is removed. */
export async function removeDashboardsOf(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.client.query(`delete from dashboard where workspace = $1`, [workspace]);
}

async function lock(changes: ChangeSet, workspace: string, id: string): Promise<DashboardView> {
  const { rows } = await changes.client.query<DashboardRow>(`select * from dashboard where id = $1 and workspace = $2 for update`, [
    id,
    workspace,
  ]);
  return viewOf(rows[0]);
}

function summaryOf(row: SummaryRow): DashboardSummary {
  return {
    id: row.id,
    name: row.name,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedBy: row.updated_by,
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision,
  };
}

function viewOf(row: DashboardRow | undefined): DashboardView {
  if (row === undefined) throw new Problem('not-found', 'This workspace has no such dashboard.');
  const { workspace, tiles, filters } = row;
  return { ...summaryOf(row), workspace, tiles, filters };
}
