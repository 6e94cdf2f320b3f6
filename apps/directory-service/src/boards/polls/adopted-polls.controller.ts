import { Body, Controller, HttpCode, Param, Put } from '@nestjs/common';
import { AdoptedPollDto } from '#contracts/directory/dto/adopted-boards.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf } from '../../http/uuid-of.js';
import { AdoptedPolls } from './adopted-polls.js';

const pollBody = compileDto(AdoptedPollDto);

/** Polls of workspaces that are being moved here. */
@Controller('operator/workspaces/:workspaceId/adoptions/polls')
export class AdoptedPollsController {
  constructor(private readonly polls: AdoptedPolls) {}

  @Put(':pollId')
  @HttpCode(204)
  adopt(@Param('workspaceId') workspace: string, @Param('pollId') id: string, @Body() body: unknown, @By() actor: Actor): Promise<void> {
    return this.polls.adopt(actor, workspace, uuidOf(id), checkedBody<AdoptedPollDto>(pollBody, body));
  }
}
