import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DashboardDto } from '#contracts/directory/dto/dashboard.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { revisionOf } from '#entity-tags/if-match.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { tagOf } from '../../http/require-revision.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import { checkedDashboard } from './checked-dashboard.js';
import { Dashboards, type DashboardSummary, type DashboardView } from './dashboards.js';

const dashboardBody = compileDto(DashboardDto);

@Controller('groups/:groupID/dashboards')
export class DashboardsController {
  constructor(private readonly dashboards: Dashboards) {}

  @Get()
  list(
    @Param('groupID') workspace: string,
    @Query('before') before?: string,
  ): Promise<{ dashboards: DashboardSummary[]; next: string | null }> {
    return this.dashboards.list(workspace, uuidParameter('before', before));
  }

  @Post()
  async create(
    @Param('groupID') workspace: string,
    @Body() body: unknown,
    @By() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DashboardView> {
    return tagged(reply, await this.dashboards.create(actor, workspace, checkedDashboard(checkedBody<DashboardDto>(dashboardBody, body))));
  }

  @Get(':dashboardId')
  async find(
    @Param('groupID') workspace: string,
    @Param('dashboardId') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DashboardView> {
    return tagged(reply, await this.dashboards.find(workspace, uuidOf(id)));
  }

  @Put(':dashboardId')
  async replace(
    @Param('groupID') workspace: string,
    @Param('dashboardId') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch: string | undefined,
    @By() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DashboardView> {
    const content = checkedDashboard(checkedBody<DashboardDto>(dashboardBody, body));
    return tagged(reply, await this.dashboards.replace(actor, workspace, uuidOf(id), content, revisionOf(ifMatch)));
  }

  @Delete(':dashboardId')
  @HttpCode(204)
  remove(
    @Param('groupID') workspace: string,
    @Param('dashboardId') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @By() actor: Actor,
  ): Promise<void> {
    return this.dashboards.remove(actor, workspace, uuidOf(id), revisionOf(ifMatch));
  }
}

function tagged(reply: FastifyReply, dashboard: DashboardView): DashboardView {
  void reply.header('etag', tagOf(dashboard));
  return dashboard;
}
