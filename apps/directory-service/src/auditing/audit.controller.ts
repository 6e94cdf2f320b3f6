import { Controller, Get, Query } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import { textParameter } from '../http/text-parameter.js';
import { type AuditLine, AuditLog } from './audit-log.js';

@Controller('operator/audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @Get()
  list(@Query('workspace') workspace?: string, @Query('before') before?: string): Promise<{ audit: AuditLine[]; next: number | null }> {
    if (before !== undefined && !/^\d{1,15}$/.test(before)) throw new Problem('invalid-parameter', 'before must be the value next of the page before.', { errors: [{ pointer: 'before', detail: 'must be a number' }] });
    return this.audit.list(textParameter('workspace', workspace), before === undefined ? undefined : Number(before));
  }
}
