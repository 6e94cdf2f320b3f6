import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { NewShareLinkDto, ShareCodeDto } from '#contracts/directory/dto/share-link.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import { type OpenedShareLink, ShareLinks, type ShareLinkView } from './share-links.js';

const newShareLink = compileDto(NewShareLinkDto);
const shareCode = compileDto(ShareCodeDto);
const LINKS = 'groups/:groupID/shareLinks';

@Controller()
export class ShareLinksController {
  constructor(private readonly links: ShareLinks) {}

  @Get(LINKS)
  list(
    @Param('groupID') workspace: string,
    @Query('before') before?: string,
  ): Promise<{ shareLinks: ShareLinkView[]; next: string | null }> {
    return this.links.list(workspace, uuidParameter('before', before));
  }

  @Post(LINKS)
  create(
    @Param('groupID') workspace: string,
    @Body() body: unknown,
    @By() actor: Actor,
  ): Promise<ShareLinkView & { url: string; token: string }> {
    return this.links.create(actor, workspace, checkedBody<NewShareLinkDto>(newShareLink, body));
  }

  @Delete(`${LINKS}/:shareLinkId`)
  @HttpCode(204)
  revoke(@Param('groupID') workspace: string, @Param('shareLinkId') id: string, @By() actor: Actor): Promise<void> {
    return this.links.revoke(actor, workspace, uuidOf(id));
  }

  @Post(`${LINKS}/:shareLinkId/renew`)
  renew(
    @Param('groupID') workspace: string,
    @Param('shareLinkId') id: string,
    @By() actor: Actor,
  ): Promise<ShareLinkView & { url: string; token: string }> {
    return this.links.renew(actor, workspace, uuidOf(id));
  }

  @Post('auth/share')
  @HttpCode(200)
  open(@Body() body: unknown, @By() actor: Actor): Promise<OpenedShareLink> {
    return this.links.open(actor, checkedBody<ShareCodeDto>(shareCode, body).code);
  }
}
