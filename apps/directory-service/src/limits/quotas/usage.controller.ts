import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { FleetDto } from '#contracts/directory/dto/fleet.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { Problem } from '#problems/problem.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { textParameter } from '../../http/text-parameter.js';
import { Plans } from '../plans/plans.js';
import { fitOf, type FleetFit } from './fleet-fit.js';
import { isMonth, monthOf } from './quota-month.js';
import { TokenUsage, type UsageOfToken } from './token-usage.js';
import { type Usage, UsageOfWorkspaces } from './usage.js';

const fleet = compileDto(FleetDto);

/** A workspace's usage, with the usage of its tokens, or only of the caller's own. */
type UsageWithTokens = Usage & { tokens: UsageOfToken[] };

@Controller()
export class UsageController {
  constructor(
    private readonly usage: UsageOfWorkspaces,
    private readonly tokens: TokenUsage,
    private readonly plans: Plans,
  ) {}

  @Get('groups/:groupID/usage')
  ofWorkspace(@Param('groupID') workspace: string, @By() caller: Actor, @Query('month') month?: unknown): Promise<UsageWithTokens> {
    return this.withTokens(workspace, monthParameter(month), caller);
  }

  @Get('operator/workspaces/:workspaceId/usage')
  ofAnyWorkspace(@Param('workspaceId') workspace: string, @By() caller: Actor, @Query('month') month?: unknown): Promise<UsageWithTokens> {
    return this.withTokens(workspace, monthParameter(month), caller);
  }

  @Post('groups/:groupID/usage/simulate')
  @HttpCode(200)
  async simulate(@Param('groupID') workspace: string, @Body() body: unknown): Promise<FleetFit> {
    const requested = checkedBody<FleetDto>(fleet, body);
    const [{ plan }, { plans }] = await Promise.all([this.usage.of(workspace, monthOf(new Date())), this.plans.list()]);
    return fitOf(requested, plan, plans);
  }

  @Get('operator/usage')
  ofAll(@Query('month') month?: unknown, @Query('after') after?: unknown): Promise<{ usage: Usage[]; next: string | null }> {
    return this.usage.all(monthParameter(month), textParameter('after', after) ?? '');
  }

  private async withTokens(workspace: string, month: string, caller: Actor): Promise<UsageWithTokens> {
    const [usage, tokens] = await Promise.all([this.usage.of(workspace, month), this.tokens.of(workspace, month, caller)]);
    return { ...usage, tokens };
  }
}

/** The requested month; default: the present one. @throws Problem 400 */
function monthParameter(month: unknown): string {
  if (month === undefined) return monthOf(new Date());
  if (!isMonth(month))
    throw new Problem('invalid-parameter', 'month must be a calendar month such as 2026-11.', {
      errors: [{ pointer: 'month', detail: 'must be YYYY-MM' }],
    });
  return month;
}
