import { Injectable } from '@nestjs/common';
import type { RetentionDto } from '#contracts/directory/dto/retention.dto.js';
import type { RetentionRecord } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { WorkspaceRetention } from '../../entities/workspace-retention.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { lockWorkspace, unknownWorkspace } from '../../publishing/locked-workspace.js';

/** A workspace's rules with the limits of its plan; null if the plan has no limit. */
export interface ShownRetention extends RetentionRecord {
  planHistoryDays: number | null;
}

interface Found {
  rules: Omit<RetentionRecord, 'workspace'> | null;
  history_days: number | null;
}

const SELECT = `select r.rules, (p.limits->>'historyDays')::int as history_days from workspace w
  join plan p on p.name = w.plan left join workspace_retention r on r.workspace = w.id where w.id = $1 and w.status <> 'deleted'`;

/** The workspaces' own rules for how long data is kept, within their plans. */
@Injectable()
export class Retentions {
  constructor(private readonly store: DirectoryStore) {}

  /** @throws Problem 404 */
  async find(workspace: string): Promise<ShownRetention> {
    const { rows } = await this.store.pool.query<Found>(SELECT, [workspace]);
    if (rows[0] === undefined) throw unknownWorkspace(workspace);
    return { workspace, types: [], ...rows[0].rules, planHistoryDays: rows[0].history_days };
  }

  /** Replaces all rules. @throws Problem 404, 422 for a rule that keeps data longer than the plan allows */
  put(actor: Actor, workspace: string, { historyDays, eraseAfterDays, types = [] }: RetentionDto): Promise<ShownRetention> {
    const rules = {
      historyDays,
      eraseAfterDays,
      types: types.map(({ type, historyDays: days, eraseAfterDays: after }) => ({ type, historyDays: days, eraseAfterDays: after })),
    };
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      const { rows } = await changes.client.query<Found>(SELECT, [workspace]);
      const planHistoryDays = rows[0]!.history_days;
      requireWithin(planHistoryDays, rules);
      await changes.put(WorkspaceRetention, { workspace, rules });
      await changes.publish('retention', workspace, { workspace, ...rules });
      await changes.audit('retention.put', `workspace:${workspace}`, { workspace, detail: rules });
      return { workspace, ...rules, planHistoryDays };
    });
  }
}

/** Deletes the rules of a workspace that is being removed. */
export async function removeRetentionOf(changes: ChangeSet, workspace: string): Promise<void> {
  const { affected } = await changes.of(WorkspaceRetention).delete({ workspace });
  if (affected !== 0) await changes.withdraw('retention', workspace);
}

function requireWithin(max: number | null, { historyDays, types }: Omit<RetentionRecord, 'workspace'>): void {
  if (max === null) return;
  const given = [
    { pointer: '/historyDays', days: historyDays },
    ...types.map((rule, at) => ({ pointer: `/types/${at}/historyDays`, days: rule.historyDays })),
  ];
  const over = given.find(({ days }) => days !== undefined && days > max);
  if (over === undefined) return;
  const detail = `must be at most ${max}, which is what the plan keeps`;
  throw new Problem('invalid', `${over.pointer} ${detail}.`, { errors: [{ pointer: over.pointer, detail }] });
}
