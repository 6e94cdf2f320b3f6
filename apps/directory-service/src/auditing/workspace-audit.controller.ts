import { Controller, Get, Param, Query } from '@nestjs/common';
import { WORKSPACE_AUDIT_KINDS, type WorkspaceAuditKind } from '#contracts/directory/audit-kinds.js';
import { Problem } from '#problems/problem.js';
import { textParameter } from '../http/text-parameter.js';
import { beforeLine } from './before-line.js';
import { WorkspaceAudit, type WorkspaceAuditLine } from './workspace-audit.js';

/** The audit of one workspace, for its admins. */
@Controller('groups/:groupID/audit')
export class WorkspaceAuditController {
  constructor(private readonly audit: WorkspaceAudit) {}

  @Get()
  list(
    @Param('groupID') workspace: string,
    @Query('kind') kind?: string,
    @Query('actor') actor?: string,
    @Query('before') before?: string,
  ): Promise<{ audit: WorkspaceAuditLine[]; next: number | null }> {
    return this.audit.list(workspace, { kind: kindOf(kind), actor: textParameter('actor', actor), before: beforeLine(before) });
  }
}

/** @throws Problem 400 */
function kindOf(text: string | undefined): WorkspaceAuditKind | undefined {
  const kind = WORKSPACE_AUDIT_KINDS.find((each) => each === text);
  if (kind !== undefined || text === undefined) return kind;
  const detail = `must be one of ${WORKSPACE_AUDIT_KINDS.join(', ')}`;
  throw new Problem('invalid-parameter', `kind ${detail}.`, { errors: [{ pointer: 'kind', detail }] });
}
