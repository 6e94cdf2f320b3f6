import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { NewWorkspaceDto, WorkspaceChangeDto } from '#contracts/directory/dto/workspace.dto.js';
import type { WorkspaceRecord } from '#contracts/directory/records.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../auditing/actor.js';
import { checkedBody } from '../http/checked-body.js';
import { Workspaces } from './workspaces.js';

const newWorkspace = compileDto(NewWorkspaceDto);
const workspaceChange = compileDto(WorkspaceChangeDto);

@Controller('operator/workspaces')
export class WorkspacesController {
  constructor(private readonly workspaces: Workspaces) {}

  @Get()
  list(@Query('after') after?: string): Promise<{ workspaces: WorkspaceRecord[]; next: string | null }> {
    return this.workspaces.list(typeof after === 'string' ? after : '');
  }

  @Post()
  create(@Body() body: unknown, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.workspaces.create(actor, checkedBody(newWorkspace, body));
  }

  @Get(':workspaceId')
  find(@Param('workspaceId') id: string): Promise<WorkspaceRecord> {
    return this.workspaces.find(id);
  }

  @Patch(':workspaceId')
  update(@Param('workspaceId') id: string, @Body() body: unknown, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.workspaces.update(actor, id, checkedBody(workspaceChange, body));
  }

  @Post(':workspaceId/suspend')
  @HttpCode(200)
  suspend(@Param('workspaceId') id: string, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.workspaces.setStatus(actor, id, 'suspended');
  }

  @Post(':workspaceId/resume')
  @HttpCode(200)
  resume(@Param('workspaceId') id: string, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.workspaces.setStatus(actor, id, 'active');
  }

  @Delete(':workspaceId')
  delete(@Param('workspaceId') id: string, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.workspaces.delete(actor, id);
  }

  @Post(':workspaceId/restore')
  @HttpCode(200)
  restore(@Param('workspaceId') id: string, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.workspaces.restore(actor, id);
  }
}
