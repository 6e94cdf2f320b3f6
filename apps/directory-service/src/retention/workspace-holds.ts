import { Injectable } from '@nestjs/common';
import type { HoldRecord } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../auditing/actor.js';
import type { ChangeSet } from '../publishing/change-set.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { lockWorkspace } from './locked-workspace.js';

/** A hold as people read it. */
export interface ShownHold extends HoldRecord {
  /** An operator put it: only an operator releases it. */
  byOperator: boolean;
}

interface HoldRow {
  reason: string;
  placed_by: string;
  by_operator: boolean;
  placed_at: Date;
}

/** Legal holds of whole workspaces: while one lasts nothing of the workspace is erased, its removal included. */
@Injectable()
export class WorkspaceHolds {
  constructor(private readonly store: DirectoryStore) {}

  /** @throws Problem 404 where there is none */
  async find(workspace: string): Promise<ShownHold> {
    const { rows } = await this.store.pool.query<HoldRow>(
      'select reason, placed_by, by_operator, placed_at from workspace_hold where workspace = $1',
      [workspace],
    );
    if (rows[0] === undefined) throw noHold(workspace);
    return shown(workspace, rows[0]);
  }

  /** Also while the workspace is being deleted: its data stay then. @throws Problem 403, 404 */
  put(actor: Actor, workspace: string, reason: string): Promise<ShownHold> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      await this.requireRight(changes, actor, workspace);
      const { rows } = await changes.client.query<HoldRow>(
        `insert into workspace_hold (workspace, reason, placed_by, by_operator) values ($1, $2, $3, $4)
         on conflict (workspace) do update set reason = excluded.reason, placed_by = excluded.placed_by,
         by_operator = workspace_hold.by_operator or excluded.by_operator, placed_at = now()
         returning reason, placed_by, by_operator, placed_at`,
        [workspace, reason, actor.subject, actor.operator === true],
      );
      const hold = shown(workspace, rows[0]!);
      const { byOperator: _own, ...record } = hold;
      await changes.publish('hold', workspace, record);
      await changes.audit('hold.put', `workspace:${workspace}`, { workspace, detail: { reason } });
      return hold;
    });
  }

  /** @throws Problem 403 when an operator put it and no operator asks, 404 where there is none */
  release(actor: Actor, workspace: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      await this.requireRight(changes, actor, workspace);
      const { rows } = await changes.client.query<HoldRow>(
        'delete from workspace_hold where workspace = $1 returning reason, placed_by, by_operator, placed_at',
        [workspace],
      );
      if (rows[0] === undefined) throw noHold(workspace);
      await changes.withdraw('hold', workspace);
      await changes.audit('hold.release', `workspace:${workspace}`, {
        workspace,
        detail: { reason: rows[0].reason, by: rows[0].placed_by, since: rows[0].placed_at.toISOString() },
      });
    });
  }

  private async requireRight(changes: ChangeSet, actor: Actor, workspace: string): Promise<void> {
    if (actor.operator) return;
    const { rowCount } = await changes.client.query('select 1 from workspace_hold where workspace = $1 and by_operator', [workspace]);
    if (rowCount !== 0) throw new Problem('forbidden', 'An operator put this hold; only an operator changes or releases it.');
  }
}

/** @throws Problem 409 while the workspace is held: it must not be removed. To be called with its row locked. */
export async function requireNoHold(changes: ChangeSet, workspace: string): Promise<void> {
  const { rows } = await changes.client.query<HoldRow>('select placed_at from workspace_hold where workspace = $1', [workspace]);
  if (rows[0] !== undefined)
    throw new Problem(
      'legal-hold',
      `The workspace ${workspace} is under a legal hold since ${rows[0].placed_at.toISOString()}; it can ` +
        `not be deleted before that is released: DELETE /operator/workspaces/${workspace}/hold.`,
    );
}

function shown(workspace: string, { reason, placed_by, by_operator, placed_at }: HoldRow): ShownHold {
  return { workspace, reason, by: placed_by, since: placed_at.toISOString(), byOperator: by_operator };
}

const noHold = (workspace: string): Problem =>
  new Problem('not-found', `The workspace ${JSON.stringify(workspace.slice(0, 64))} is under no legal hold.`);
