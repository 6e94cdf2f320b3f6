import { Controller, Get, Query } from '@nestjs/common';
import { workspaceParameter } from '#identity/workspace-id.js';
import { type AuditLine, AuditLog } from './audit-log.js';
import { beforeLine } from './before-line.js';

@Controller('operator/audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @Get()
  list(@Query('workspace') workspace?: string, @Query('before') before?: string): Promise<{ audit: AuditLine[]; next: number | null }> {
    return this.audit.list(workspaceParameter(workspace), beforeLine(before));
  }
}
