import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { WorkspaceAuditKind } from '#contracts/directory/audit-kinds.js';
import { POOL } from '../storage/storage.module.js';
import type { AuditLine } from './audit-log.js';
import { namesOf } from './audit-names.js';

/**
 * A line as the workspace's own admins read it: without the address from which somebody called, which may be an
 * operator's. `null` names: gone, or never of this workspace.
 */
export interface WorkspaceAuditLine extends Pick<AuditLine, 'id' | 'at' | 'subject' | 'requestId' | 'action' | 'target' | 'detail'> {
  /** Of who did it, as the workspace knows the person or token. */
  name: string | null;
  /** Name of the target. */
  targetName: string | null;
}

export interface WorkspaceAuditQuery {
  kind?: WorkspaceAuditKind;
  /** Subject of the caller. */
  actor?: string;
  /** Last id of the page before. */
  before?: number;
}

const PAGE = 100;

/** Only its owner may see that a private view exists. */
const PRIVATE = `(action like 'view.%' and detail->>'shared' = 'false')`;

/** The directory's audit of one workspace. */
@Injectable()
export class WorkspaceAudit {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Newest first. */
  async list(
    workspace: string,
    { kind, actor, before }: WorkspaceAuditQuery,
  ): Promise<{ audit: WorkspaceAuditLine[]; next: number | null }> {
    const { rows } = await this.pool.query<Omit<WorkspaceAuditLine, 'at' | 'name' | 'targetName'> & { at: Date }>(
      `select id, at, subject, request_id as "requestId", action, target, detail from audit
       where workspace = $1 and ($2::bigint is null or id < $2) and ($3::text is null or split_part(action, '.', 1) = $3)
       and ($4::text is null or subject = $4) and ${PRIVATE} is not true
       order by id desc limit $5`,
      [workspace, before ?? null, kind ?? null, actor ?? null, PAGE],
    );
    const names = await namesOf(
      this.pool,
      workspace,
      rows.flatMap(({ subject, target }) => [subject, target]),
    );
    return {
      audit: rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        name: names.get(row.subject) ?? null,
        targetName: names.get(row.target) ?? null,
      })),
      next: rows.length === PAGE ? rows.at(-1)!.id : null,
    };
  }
}
