import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { NewShareLinkDto } from '#contracts/directory/dto/share-link.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../auditing/actor.js';
import { checkedBody } from '../http/checked-body.js';
import { uuidOf, uuidParameter } from '../http/uuid-of.js';
import { ShareLinks, type ShareLinkView } from './share-links.js';

const newShareLink = compileDto(NewShareLinkDto);

@Controller('groups/:groupID/shareLinks')
export class ShareLinksController {
  constructor(private readonly links: ShareLinks) {}

  @Get()
  list(@Param('groupID') workspace: string, @Query('before') before?: string): Promise<{ shareLinks: ShareLinkView[]; next: string | null }> {
    return this.links.list(workspace, uuidParameter('before', before));
  }

  @Post()
  create(@Param('groupID') workspace: string, @Body() body: unknown, @By() actor: Actor): Promise<ShareLinkView & { url: string; token: string }> {
    return this.links.create(actor, workspace, checkedBody<NewShareLinkDto>(newShareLink, body));
  }

  @Delete(':shareLinkId')
  @HttpCode(204)
  revoke(@Param('groupID') workspace: string, @Param('shareLinkId') id: string, @By() actor: Actor): Promise<void> {
    return this.links.revoke(actor, workspace, uuidOf(id));
  }

  @Post(':shareLinkId/renew')
  renew(@Param('groupID') workspace: string, @Param('shareLinkId') id: string, @By() actor: Actor): Promise<ShareLinkView & { url: string; token: string }> {
    return this.links.renew(actor, workspace, uuidOf(id));
  }
}
