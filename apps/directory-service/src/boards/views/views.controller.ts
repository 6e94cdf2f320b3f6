import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { SavedViewDto } from '#contracts/directory/dto/saved-view.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import { type SavedView, SavedViews } from './saved-views.js';

const viewBody = compileDto(SavedViewDto);

@Controller('groups/:groupID/views')
export class ViewsController {
  constructor(private readonly views: SavedViews) {}

  @Get()
  list(
    @Param('groupID') workspace: string,
    @By() actor: Actor,
    @Query('before') before?: string,
  ): Promise<{ views: SavedView[]; next: string | null }> {
    return this.views.list(actor, workspace, uuidParameter('before', before));
  }

  @Post()
  create(@Param('groupID') workspace: string, @Body() body: unknown, @By() actor: Actor): Promise<SavedView> {
    return this.views.create(actor, workspace, checkedBody<SavedViewDto>(viewBody, body));
  }

  @Put(':viewId')
  replace(@Param('groupID') workspace: string, @Param('viewId') id: string, @Body() body: unknown, @By() actor: Actor): Promise<SavedView> {
    return this.views.replace(actor, workspace, uuidOf(id), checkedBody<SavedViewDto>(viewBody, body));
  }

  @Delete(':viewId')
  @HttpCode(204)
  remove(@Param('groupID') workspace: string, @Param('viewId') id: string, @By() actor: Actor): Promise<void> {
    return this.views.remove(actor, workspace, uuidOf(id));
  }
}
