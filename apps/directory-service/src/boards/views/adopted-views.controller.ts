import { Body, Controller, Delete, HttpCode, Param, Put } from '@nestjs/common';
import { AdoptedViewDto } from '#contracts/directory/dto/adopted-boards.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf } from '../../http/uuid-of.js';
import { SavedViews } from './saved-views.js';

const viewBody = compileDto(AdoptedViewDto);

/** Shared views of workspaces that are being moved here. */
@Controller('operator/workspaces/:workspaceId/adoptions/views')
export class AdoptedViewsController {
  constructor(private readonly views: SavedViews) {}

  @Put(':viewId')
  @HttpCode(204)
  adopt(@Param('workspaceId') workspace: string, @Param('viewId') id: string, @Body() body: unknown, @By() actor: Actor): Promise<void> {
    return this.views.adopt(actor, workspace, uuidOf(id), checkedBody<AdoptedViewDto>(viewBody, body));
  }

  @Delete(':viewId')
  @HttpCode(204)
  drop(@Param('workspaceId') workspace: string, @Param('viewId') id: string, @By() actor: Actor): Promise<void> {
    return this.views.dropAdopted(actor, workspace, uuidOf(id));
  }
}
