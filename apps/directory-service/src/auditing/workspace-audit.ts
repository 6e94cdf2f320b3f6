import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { WorkspaceAuditKind } from '#contracts/directory/audit-kinds.js';
import { POOL } from '../storage/storage.module.js';
import type { AuditLine } from './audit-log.js';
import { namesOf } from './audit-names.js';

/**
 * A line for the workspace's own admins, without the caller's network address, which may be an operator's. Names are null for people and
 * things that are removed or never belonged to this workspace.
 */
export interface WorkspaceAuditLine extends Pick<AuditLine, 'id' | 'at' | 'subject' | 'requestId' | 'action' | 'target' | 'detail'> {
  /** Name of the subject in this workspace. */
  name: string | null;
  /** Name of the target. */
  targetName: string | null;
}

export interface WorkspaceAuditQuery {
  kind?: WorkspaceAuditKind;
  /** Subject of the caller. */
  actor?: string;
  /** Last id of the previous page. */
  before?: number;
}

const PAGE = 100;

/** SQL for changes of private views, whose existence only their owner may know. */
const PRIVATE = `(action like 'view.%' and detail->>'shared' = 'false')`;

/** The audit of one workspace. */
@Injectable()
export class WorkspaceAudit {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** A page, newest first. */
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
