import { Body, Controller, HttpCode, Param, Put } from '@nestjs/common';
import { AdoptedDashboardDto } from '#contracts/directory/dto/adopted-boards.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf } from '../../http/uuid-of.js';
import { checkedDashboard } from './checked-dashboard.js';
import { Dashboards } from './dashboards.js';

const dashboardBody = compileDto(AdoptedDashboardDto);

/** Dashboards of workspaces that are being moved here. */
@Controller('operator/workspaces/:workspaceId/adoptions/dashboards')
export class AdoptedDashboardsController {
  constructor(private readonly dashboards: Dashboards) {}

  @Put(':dashboardId')
  @HttpCode(204)
  adopt(
    @Param('workspaceId') workspace: string,
    @Param('dashboardId') id: string,
    @Body() body: unknown,
    @By() actor: Actor,
  ): Promise<void> {
    const given = checkedBody<AdoptedDashboardDto>(dashboardBody, body);
    return this.dashboards.adopt(actor, workspace, uuidOf(id), checkedDashboard(given), given);
  }
}
