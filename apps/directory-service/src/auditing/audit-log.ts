import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../storage/storage.module.js';

/** One line of the audit: who changed what; `at` RFC 3339. */
export interface AuditLine {
  id: number;
  at: string;
  subject: string;
  tokenId: string | null;
  address: string | null;
  requestId: string;
  action: string;
  target: string;
  workspace: string | null;
  detail: unknown;
}

const MAX_PAGE = 200;

/** What was changed in the directory; written with the change, in its transaction. */
@Injectable()
export class AuditLog {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Newest first; of one workspace, or all. `before` is the last id of the page before. */
  async list(workspace: string | undefined, before: number | undefined): Promise<{ audit: AuditLine[]; next: number | null }> {
    const { rows } = await this.pool.query<Omit<AuditLine, 'at'> & { at: Date }>(
      `select id, at, subject, token_id as "tokenId", address, request_id as "requestId", action, target, workspace, detail from audit
       where ($1::text is null or workspace = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [workspace ?? null, before ?? null, MAX_PAGE],
    );
    return { audit: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next: rows.length === MAX_PAGE ? rows.at(-1)!.id : null };
  }
}
