import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { FleetDto } from '#contracts/directory/dto/fleet.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { Problem } from '#problems/problem.js';
import { checkedBody } from '../http/checked-body.js';
import { Plans } from '../plans/plans.js';
import { type FleetFit, fitOf } from './fleet-fit.js';
import { isMonth, monthOf } from './quota-month.js';
import { type Usage, UsageOfWorkspaces } from './usage.js';

const fleet = compileDto(FleetDto);

@Controller()
export class UsageController {
  constructor(
    private readonly usage: UsageOfWorkspaces,
    private readonly plans: Plans,
  ) {}

  @Get('groups/:groupID/usage')
  ofWorkspace(@Param('groupID') workspace: string): Promise<Usage> {
    return this.usage.of(workspace, new Date());
  }

  @Post('groups/:groupID/usage/simulate')
  @HttpCode(200)
  async simulate(@Param('groupID') workspace: string, @Body() body: unknown): Promise<FleetFit> {
    const asked = checkedBody<FleetDto>(fleet, body);
    const [{ plan }, { plans }] = await Promise.all([this.usage.of(workspace, new Date()), this.plans.list()]);
    return fitOf(asked, plan, plans);
  }

  @Get('operator/usage')
  ofAll(@Query('month') month: unknown = monthOf(new Date()), @Query('after') after?: unknown): Promise<{ usage: Usage[]; next: string | null }> {
    if (!isMonth(month)) throw new Problem('invalid-parameter', 'month must be a calendar month such as 2026-11.', { errors: [{ pointer: 'month', detail: 'must be YYYY-MM' }] });
    return this.usage.all(month, typeof after === 'string' ? after : '');
  }
}
