import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import type { AdoptedDashboardDto } from '#contracts/directory/dto/adopted-boards.dto.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import type { Actor } from '../../auditing/actor.js';
import { Dashboard } from '../../entities/dashboard.entity.js';
import { requireRevision } from '../../http/require-revision.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { lockReceiving, lockWorkspace } from '../../publishing/locked-workspace.js';
import { newestFirst } from '../../storage/newest-first.js';
import { nextOf } from '../../storage/next-of.js';
import type { DashboardContent } from './checked-dashboard.js';

/** A dashboard without its tiles; times in RFC 3339, `createdBy` and `updatedBy` are subjects. */
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

const MAX_PAGE = 100;
const SUMMARY = ['id', 'name', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'revision'].map((name) => `row.${name}`);
/** Per workspace. */
const MAX_DASHBOARDS = 200;

/** Dashboards of workspaces. The service does not interpret the requests of tiles: the app sends them, with the viewer's token. */
@Injectable()
export class Dashboards {
  constructor(
    private readonly store: DirectoryStore,
    @InjectRepository(Dashboard) private readonly dashboards: Repository<Dashboard>,
  ) {}

  /** A page without tiles, newest first; `before` is the last id of the previous page. */
  async list(workspace: string, before: string | undefined): Promise<{ dashboards: DashboardSummary[]; next: string | null }> {
    const rows = this.dashboards.createQueryBuilder('row').select(SUMMARY).where({ workspace });
    const page = await newestFirst(rows, before, MAX_PAGE).getMany();
    return { dashboards: page.map(summaryOf), next: nextOf(page, MAX_PAGE, 'id') };
  }

  /** @throws Problem 404, also for a dashboard of another workspace */
  async find(workspace: string, id: string): Promise<DashboardView> {
    return viewOf(await this.dashboards.findOneBy({ id, workspace }));
  }

  /** @throws Problem 404 for the workspace, 409 beyond the limit of dashboards */
  create(actor: Actor, workspace: string, { name, tiles, filters }: DashboardContent): Promise<DashboardView> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      const dashboards = changes.of(Dashboard);
      if ((await dashboards.countBy({ workspace })) >= MAX_DASHBOARDS)
        throw new Problem(
          'conflict',
          `The workspace ${workspace} already has ${MAX_DASHBOARDS} dashboards, the maximum; delete an unused one first.`,
        );
      const id = randomUUID();
      await dashboards.insert({ id, workspace, name, tiles, filters, createdBy: actor.subject, updatedBy: actor.subject });
      await changes.audit('dashboard.create', `dashboard:${id}`, { workspace, detail: { name, tiles: tiles.length } });
      return viewOf(await dashboards.findOneBy({ id }));
    });
  }

  /** Replaces a dashboard. @throws Problem 404, 412 with the present dashboard as `present`, so that clients can show both */
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
      await changes.of(Dashboard).update({ id }, { name, tiles, filters, updatedBy: actor.subject });
      await changes.audit('dashboard.update', `dashboard:${id}`, { workspace, detail: { name, tiles: tiles.length } });
      return viewOf(await changes.of(Dashboard).findOneBy({ id }));
    });
  }

  /**
   * Creates or replaces a dashboard of a workspace that is being moved here; its id, times, authors and revision stay.
   * @throws Problem 404, 409 unless the workspace is arriving, or if the id belongs to another workspace
   */
  adopt(actor: Actor, workspace: string, id: string, { name, tiles, filters }: DashboardContent, of: AdoptedDashboardDto): Promise<void> {
    return this.store.change(actor, async (changes) => {
      await lockReceiving(changes, workspace);
      const { rowCount } = await changes.client.query(
        `insert into dashboard (id, workspace, name, tiles, filters, created_by, created_at, updated_by, updated_at, revision)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (id) do update set name = excluded.name, tiles = excluded.tiles, filters = excluded.filters,
          created_by = excluded.created_by, created_at = excluded.created_at, updated_by = excluded.updated_by,
          updated_at = excluded.updated_at, revision = excluded.revision where dashboard.workspace = excluded.workspace`,
        [
          id,
          workspace,
          name,
          JSON.stringify(tiles),
          JSON.stringify(filters),
          of.createdBy,
          of.createdAt,
          of.updatedBy,
          of.updatedAt,
          of.revision,
        ],
      );
      if (rowCount === 0) throw new Problem('conflict', `The dashboard ${id} belongs to another workspace here.`);
      await changes.audit('dashboard.adopt', `dashboard:${id}`, { workspace, detail: { name, tiles: tiles.length } });
    });
  }

  /** @throws Problem 404, 412 as `replace` */
  remove(actor: Actor, workspace: string, id: string, ifRevision: number | undefined): Promise<void> {
    return this.store.change(actor, async (changes) => {
      const before = await lock(changes, workspace, id);
      requireRevision('The dashboard', before, ifRevision, { present: before });
      await changes.of(Dashboard).delete({ id });
      await changes.audit('dashboard.remove', `dashboard:${id}`, { workspace, detail: { name: before.name } });
    });
  }
}

/** Deletes the dashboards of a workspace that is being removed. */
export async function removeDashboardsOf(changes: ChangeSet, workspace: string): Promise<void> {
  await changes.of(Dashboard).delete({ workspace });
}

async function lock(changes: ChangeSet, workspace: string, id: string): Promise<DashboardView> {
  return viewOf(await changes.of(Dashboard).findOne({ where: { id, workspace }, lock: { mode: 'pessimistic_write' } }));
}

function summaryOf({ id, name, createdBy, createdAt, updatedBy, updatedAt, revision }: Dashboard): DashboardSummary {
  return { id, name, createdBy, createdAt: createdAt.toISOString(), updatedBy, updatedAt: updatedAt.toISOString(), revision };
}

function viewOf(row: Dashboard | null): DashboardView {
  if (row === null) throw new Problem('not-found', 'This workspace has no such dashboard.');
  const { workspace, tiles, filters } = row;
  return { ...summaryOf(row), workspace, tiles, filters };
}
