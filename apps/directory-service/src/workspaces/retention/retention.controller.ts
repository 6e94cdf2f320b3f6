import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { HoldDto, RetentionDto } from '#contracts/directory/dto/retention.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { Retentions, type ShownRetention } from './retentions.js';
import { type ShownHold, WorkspaceHolds } from './workspace-holds.js';

const retentionRules = compileDto(RetentionDto);
const hold = compileDto(HoldDto);

/** Retention and legal hold of a workspace, for its admins and for operators. */
@Controller(['groups/:workspace', 'operator/workspaces/:workspace'])
export class RetentionController {
  constructor(
    private readonly retentions: Retentions,
    private readonly holds: WorkspaceHolds,
  ) {}

  @Get('retention')
  retention(@Param('workspace') workspace: string): Promise<ShownRetention> {
    return this.retentions.find(workspace);
  }

  @Put('retention')
  putRetention(@Param('workspace') workspace: string, @Body() body: unknown, @By() actor: Actor): Promise<ShownRetention> {
    return this.retentions.put(actor, workspace, checkedBody<RetentionDto>(retentionRules, body));
  }

  @Get('hold')
  hold(@Param('workspace') workspace: string): Promise<ShownHold> {
    return this.holds.find(workspace);
  }

  @Put('hold')
  putHold(@Param('workspace') workspace: string, @Body() body: unknown, @By() actor: Actor): Promise<ShownHold> {
    return this.holds.put(actor, workspace, checkedBody<HoldDto>(hold, body).reason);
  }

  @Delete('hold')
  @HttpCode(204)
  release(@Param('workspace') workspace: string, @By() actor: Actor): Promise<void> {
    return this.holds.release(actor, workspace);
  }
}
