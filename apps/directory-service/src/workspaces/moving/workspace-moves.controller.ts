import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { MoveDto, MovedTokensDto } from '#contracts/directory/dto/move.dto.js';
import type { WorkspaceRecord } from '#contracts/directory/records.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { type MovedKey, WorkspaceMoves } from './workspace-moves.js';

const move = compileDto(MoveDto);
const movedTokens = compileDto(MovedTokensDto);

@Controller('operator/workspaces/:workspaceId/move')
export class WorkspaceMovesController {
  constructor(private readonly moves: WorkspaceMoves) {}

  @Put()
  put(@Param('workspaceId') id: string, @Body() body: unknown, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.moves.put(actor, id, checkedBody<MoveDto>(move, body));
  }

  @Put('tokens')
  takeTokens(@Param('workspaceId') id: string, @Body() body: unknown, @By() actor: Actor): Promise<{ tokens: number }> {
    return this.moves.takeTokens(actor, id, checkedBody<MovedTokensDto>(movedTokens, body));
  }

  @Get('keys')
  async keys(@Param('workspaceId') id: string): Promise<{ keys: MovedKey[] }> {
    return { keys: await this.moves.movedKeys(id) };
  }

  @Delete()
  cancel(@Param('workspaceId') id: string, @By() actor: Actor): Promise<WorkspaceRecord> {
    return this.moves.cancel(actor, id);
  }
}
