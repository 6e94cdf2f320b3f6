import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { PollAnswerDto } from '#contracts/directory/dto/poll.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import { PollAnswers } from './poll-answers.js';
import { PollResults, type PollResultsView } from './poll-results.js';

const answerBody = compileDto(PollAnswerDto);

/** Answers to a poll, and its results. */
@Controller('groups/:groupID/polls/:pollId')
export class PollAnswersController {
  constructor(
    private readonly answers: PollAnswers,
    private readonly outcome: PollResults,
  ) {}

  @Put('answer')
  put(
    @Param('groupID') workspace: string,
    @Param('pollId') id: string,
    @Body() body: unknown,
    @By() actor: Actor,
  ): Promise<{ options: string[] }> {
    return this.answers.put(actor, workspace, uuidOf(id), checkedBody<PollAnswerDto>(answerBody, body).options);
  }

  @Delete('answer')
  @HttpCode(204)
  remove(@Param('groupID') workspace: string, @Param('pollId') id: string, @By() actor: Actor): Promise<void> {
    return this.answers.remove(actor, workspace, uuidOf(id));
  }

  @Get('results')
  results(
    @Param('groupID') workspace: string,
    @Param('pollId') id: string,
    @By() actor: Actor,
    @Query('after') after?: string,
  ): Promise<PollResultsView> {
    return this.outcome.read(actor, workspace, uuidOf(id), uuidParameter('after', after));
  }
}
