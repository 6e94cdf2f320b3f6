import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import type { HoldRecord } from '#contracts/directory/records.js';
import { Problem } from '#problems/problem.js';
import { InjectRepository } from '#service/repositories.js';
import type { Actor } from '../../auditing/actor.js';
import { WorkspaceHold } from '../../entities/workspace-hold.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { lockWorkspace } from '../../publishing/locked-workspace.js';

/** A legal hold in an answer. */
export interface ShownHold extends HoldRecord {
  /** Whether an operator placed it, so that only an operator can release it. */
  byOperator: boolean;
}

/** Legal holds of whole workspaces: during a hold no data of the workspace is erased, and the workspace is not removed. */
@Injectable()
export class WorkspaceHolds {
  constructor(
    private readonly store: DirectoryStore,
    @InjectRepository(WorkspaceHold) private readonly holds: Repository<WorkspaceHold>,
  ) {}

  /** @throws Problem 404 if there is none */
  async find(workspace: string): Promise<ShownHold> {
    return shown(await this.holds.findOneBy({ workspace }), workspace);
  }

  /** Places a hold, even on a workspace that is being deleted, whose data then stays. @throws Problem 403, 404 */
  put(actor: Actor, workspace: string, reason: string): Promise<ShownHold> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      await this.requireRight(changes, actor, workspace);
      const holds = changes.of(WorkspaceHold);
      // With the workspace locked. A hold that an operator placed remains an operator's.
      const byOperator = actor.operator === true || (await holds.existsBy({ workspace, byOperator: true }));
      await changes.put(WorkspaceHold, { workspace, reason, placedBy: actor.subject, byOperator, placedAt: () => 'now()' });
      const hold = shown(await holds.findOneBy({ workspace }), workspace);
      const { byOperator: _own, ...record } = hold;
      await changes.publish('hold', workspace, record);
      await changes.audit('hold.put', `workspace:${workspace}`, { workspace, detail: { reason } });
      return hold;
    });
  }

  /** @throws Problem 403 if an operator placed the hold and the caller is not one, 404 if there is none */
  release(actor: Actor, workspace: string): Promise<void> {
    return this.store.change(actor, async (changes) => {
      await lockWorkspace(changes, workspace);
      await this.requireRight(changes, actor, workspace);
      const { reason, by, since } = shown(await changes.of(WorkspaceHold).findOneBy({ workspace }), workspace);
      await changes.of(WorkspaceHold).delete({ workspace });
      await changes.withdraw('hold', workspace);
      await changes.audit('hold.release', `workspace:${workspace}`, {
        workspace,
        detail: { reason, by, since },
      });
    });
  }

  private async requireRight(changes: ChangeSet, actor: Actor, workspace: string): Promise<void> {
    if (actor.operator) return;
    if (await changes.of(WorkspaceHold).existsBy({ workspace, byOperator: true }))
      throw new Problem('forbidden', 'An operator placed this hold; only an operator can change or release it.');
  }
}

/** Call it with the workspace's row locked, before a removal. @throws Problem 409 while the workspace is under a hold */
export async function requireNoHold(changes: ChangeSet, workspace: string): Promise<void> {
  const hold = await changes.of(WorkspaceHold).findOneBy({ workspace });
  if (hold !== null)
    throw new Problem(
      'legal-hold',
      `The workspace ${workspace} has been under a legal hold since ${hold.placedAt.toISOString()}; it can` +
        `not be deleted until the hold is released: DELETE /operator/workspaces/${workspace}/hold.`,
    );
}

/** @throws Problem 404 if there is none */
function shown(hold: WorkspaceHold | null, workspace: string): ShownHold {
  if (hold === null) throw new Problem('not-found', `The workspace ${JSON.stringify(workspace.slice(0, 64))} is not under a legal hold.`);
  return { workspace, reason: hold.reason, by: hold.placedBy, since: hold.placedAt.toISOString(), byOperator: hold.byOperator };
}
