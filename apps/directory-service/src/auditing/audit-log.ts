import { Injectable } from '@nestjs/common';
import { LessThan, type Repository } from 'typeorm';
import { InjectRepository } from '#service/repositories.js';
import { AuditEntry } from '../entities/audit-entry.entity.js';
import { nextOf } from '../storage/next-of.js';

/** One line of the audit: who changed what. `at` in RFC 3339. */
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

/** The log of changes of the directory; each line is written in the transaction of its change. */
@Injectable()
export class AuditLog {
  constructor(@InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>) {}

  /** A page for one or all workspaces, newest first. `before` is the last id of the previous page. */
  async list(workspace: string | undefined, before: number | undefined): Promise<{ audit: AuditLine[]; next: number | null }> {
    const rows = await this.entries.find({
      where: { ...(workspace !== undefined && { workspace }), ...(before !== undefined && { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: MAX_PAGE,
    });
    return { audit: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next: nextOf(rows, MAX_PAGE, 'id') };
  }
}
