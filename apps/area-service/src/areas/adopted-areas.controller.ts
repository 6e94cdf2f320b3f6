import { Body, Controller, Param, Put, UseGuards } from '@nestjs/common';
import type { AreaRecord } from '#contracts/areas/area-record.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { areaIdOf } from '../http/query-values.js';
import { Areas } from './areas.js';
import { checkedAdoption } from './checked-area.js';

/** Areas of workspaces that are being moved here; gateways check who calls, and that the workspace is arriving. */
@Controller('operator/workspaces/:workspaceId/adoptions/areas')
@UseGuards(InternalGuard)
export class AdoptedAreasController {
  constructor(private readonly areas: Areas) {}

  @Put(':areaId')
  adopt(@Param('workspaceId') workspace: string, @Param('areaId') areaId: string, @Body() body: unknown): Promise<AreaRecord> {
    const { content, createdAt } = checkedAdoption(body);
    return this.areas.adopt(workspace, areaIdOf(areaId), content, createdAt);
  }
}
