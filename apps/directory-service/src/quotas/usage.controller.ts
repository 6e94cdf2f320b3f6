import { Controller, Get, Param, Query } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import { isMonth, monthOf } from './quota-month.js';
import { type Usage, UsageOfWorkspaces } from './usage.js';

@Controller()
export class UsageController {
  constructor(private readonly usage: UsageOfWorkspaces) {}

  @Get('groups/:groupID/usage')
  ofWorkspace(@Param('groupID') workspace: string): Promise<Usage> {
    return this.usage.of(workspace, new Date());
  }

  @Get('operator/usage')
  ofAll(@Query('month') month: unknown = monthOf(new Date()), @Query('after') after?: unknown): Promise<{ usage: Usage[]; next: string | null }> {
    if (!isMonth(month)) throw new Problem('invalid-parameter', 'month must be a calendar month such as 2026-11.', { errors: [{ pointer: 'month', detail: 'must be YYYY-MM' }] });
    return this.usage.all(month, typeof after === 'string' ? after : '');
  }
}
