import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { NewTokenDto } from '#contracts/directory/dto/machine-token.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import { requireOwnScopes } from './given-scopes.js';
import { MachineTokens, type MachineTokenView } from './machine-tokens.js';

const newToken = compileDto(NewTokenDto);

/** Machine tokens of one workspace, for its admins. */
@Controller('groups/:groupID/tokens')
export class WorkspaceTokensController {
  constructor(private readonly tokens: MachineTokens) {}

  @Get()
  async list(
    @Param('groupID') workspace: string,
    @Query('before') before?: string,
  ): Promise<{ tokens: MachineTokenView[]; next: string | null }> {
    const { tokens, next } = await this.tokens.list(workspace, uuidParameter('before', before));
    // Other workspaces of an operator's token are hidden from this one.
    return { tokens: tokens.map((token) => ({ ...token, workspaces: [workspace] })), next };
  }

  @Post()
  create(@Param('groupID') workspace: string, @Body() body: unknown, @By() actor: Actor): Promise<MachineTokenView & { token: string }> {
    const order = checkedBody<NewTokenDto>(newToken, body);
    requireOwnScopes(actor, order.scopes);
    return this.tokens.create(actor, { ...order, workspaces: [workspace] });
  }

  @Delete(':tokenId')
  @HttpCode(204)
  revoke(@Param('groupID') workspace: string, @Param('tokenId') id: string, @By() actor: Actor): Promise<void> {
    return this.tokens.revoke(actor, uuidOf(id), workspace);
  }
}
