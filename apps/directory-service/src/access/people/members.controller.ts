import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { MembershipDto, NewMemberDto } from '#contracts/directory/dto/person.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { uuidOf, uuidParameter } from '../../http/uuid-of.js';
import { type MemberName, Members, type MemberView } from './members.js';

const newMember = compileDto(NewMemberDto);
const membership = compileDto(MembershipDto);

/** The people of one workspace, for its admins; only their names, for people who create polls. */
@Controller('groups/:groupID/people')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  list(@Param('groupID') workspace: string, @Query('after') after?: string): Promise<{ people: MemberView[]; next: string | null }> {
    return this.members.list(workspace, uuidParameter('after', after));
  }

  @Get('names')
  names(@Param('groupID') workspace: string, @Query('after') after?: string): Promise<{ people: MemberName[]; next: string | null }> {
    return this.members.names(workspace, uuidParameter('after', after));
  }

  @Post()
  @HttpCode(200)
  add(@Param('groupID') workspace: string, @Body() body: unknown, @By() actor: Actor): Promise<MemberView> {
    return this.members.add(actor, workspace, checkedBody<NewMemberDto>(newMember, body));
  }

  @Put(':personId')
  setRole(
    @Param('groupID') workspace: string,
    @Param('personId') id: string,
    @Body() body: unknown,
    @By() actor: Actor,
  ): Promise<MemberView> {
    return this.members.setRole(actor, workspace, uuidOf(id), checkedBody<MembershipDto>(membership, body).role);
  }

  @Delete(':personId')
  @HttpCode(204)
  remove(@Param('groupID') workspace: string, @Param('personId') id: string, @By() actor: Actor): Promise<void> {
    return this.members.remove(actor, workspace, uuidOf(id));
  }
}
