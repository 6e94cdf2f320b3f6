import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { NewOperatorTokenDto } from '#contracts/directory/dto/machine-token.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { workspaceParameter } from '#identity/workspace-id.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import { MachineTokens, type MachineTokenView } from './machine-tokens.js';

const newToken = compileDto(NewOperatorTokenDto);

/** Machine tokens of the whole installation. */
@Controller('operator/tokens')
export class OperatorTokensController {
  constructor(private readonly tokens: MachineTokens) {}

  @Get()
  list(
    @Query('workspace') workspace?: string,
    @Query('before') before?: string,
  ): Promise<{ tokens: MachineTokenView[]; next: string | null }> {
    return this.tokens.list(workspaceParameter(workspace), uuidParameter('before', before));
  }

  @Post()
  create(@Body() body: unknown, @By() actor: Actor): Promise<MachineTokenView & { token: string }> {
    return this.tokens.create(actor, checkedBody<NewOperatorTokenDto>(newToken, body));
  }

  @Delete(':tokenId')
  @HttpCode(204)
  revoke(@Param('tokenId') id: string, @By() actor: Actor): Promise<void> {
    return this.tokens.revoke(actor, uuidOf(id), undefined);
  }
}
