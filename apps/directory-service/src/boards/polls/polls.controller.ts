import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PollDto } from '#contracts/directory/dto/poll.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { revisionOf } from '#entity-tags/if-match.js';
import { Problem } from '#problems/problem.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { tagOf } from '../../http/require-revision.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import type { PollView } from './poll-record.js';
import { Polls } from './polls.js';

const pollBody = compileDto(PollDto);

/** Polls of a workspace: its people read them, its editors create them. */
@Controller('groups/:groupID/polls')
export class PollsController {
  constructor(private readonly polls: Polls) {}

  @Get()
  list(
    @Param('groupID') workspace: string,
    @By() actor: Actor,
    @Query('status') status?: string,
    @Query('before') before?: string,
  ): Promise<{ polls: PollView[]; next: string | null }> {
    return this.polls.list(actor, workspace, { status: statusOf(status), before: uuidParameter('before', before) });
  }

  @Post()
  async create(
    @Param('groupID') workspace: string,
    @Body() body: unknown,
    @By() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PollView> {
    return tagged(reply, await this.polls.create(actor, workspace, checkedBody<PollDto>(pollBody, body)));
  }

  @Get(':pollId')
  async find(
    @Param('groupID') workspace: string,
    @Param('pollId') id: string,
    @By() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PollView> {
    return tagged(reply, await this.polls.find(actor, workspace, uuidOf(id)));
  }

  @Put(':pollId')
  async replace(
    @Param('groupID') workspace: string,
    @Param('pollId') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch: string | undefined,
    @By() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PollView> {
    return tagged(reply, await this.polls.replace(actor, workspace, uuidOf(id), checkedBody<PollDto>(pollBody, body), revisionOf(ifMatch)));
  }

  @Post(':pollId/close')
  @HttpCode(200)
  async close(
    @Param('groupID') workspace: string,
    @Param('pollId') id: string,
    @By() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PollView> {
    return tagged(reply, await this.polls.close(actor, workspace, uuidOf(id)));
  }

  @Delete(':pollId')
  @HttpCode(204)
  remove(
    @Param('groupID') workspace: string,
    @Param('pollId') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @By() actor: Actor,
  ): Promise<void> {
    return this.polls.remove(actor, workspace, uuidOf(id), revisionOf(ifMatch));
  }
}

function tagged(reply: FastifyReply, poll: PollView): PollView {
  void reply.header('etag', tagOf(poll));
  return poll;
}

function statusOf(text: unknown): 'open' | 'closed' | undefined {
  if (text === undefined || text === 'open' || text === 'closed') return text;
  throw new Problem('invalid-parameter', 'status must be open or closed.', {
    errors: [{ pointer: 'status', detail: 'must be open or closed' }],
  });
}
