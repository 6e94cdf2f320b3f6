import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { MembershipDto, NewPersonDto, PersonChangeDto } from '#contracts/directory/dto/person.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { workspaceParameter } from '#identity/workspace-id.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { textParameter } from '../../http/text-parameter.js';
import { uuidOf } from '../../http/uuid-of.js';
import { Memberships } from './memberships.js';
import { People } from './people.js';
import type { PersonView } from './person-record.js';

const newPerson = compileDto(NewPersonDto);
const personChange = compileDto(PersonChangeDto);
const membership = compileDto(MembershipDto);

/** The people of the whole installation, for operators. */
@Controller('operator/people')
export class PeopleController {
  constructor(
    private readonly people: People,
    private readonly memberships: Memberships,
  ) {}

  @Get()
  list(
    @Query('after') after?: string,
    @Query('workspace') workspace?: string,
    @Query('email') email?: string,
  ): Promise<{ people: PersonView[]; next: string | null }> {
    return this.people.list({
      after: textParameter('after', after),
      workspace: workspaceParameter(workspace),
      email: textParameter('email', email),
    });
  }

  @Post()
  create(@Body() body: unknown, @By() actor: Actor): Promise<PersonView> {
    return this.people.create(actor, checkedBody<NewPersonDto>(newPerson, body));
  }

  @Get(':personId')
  find(@Param('personId') id: string): Promise<PersonView> {
    return this.people.find(uuidOf(id));
  }

  @Patch(':personId')
  update(@Param('personId') id: string, @Body() body: unknown, @By() actor: Actor): Promise<PersonView> {
    return this.people.update(actor, uuidOf(id), checkedBody<PersonChangeDto>(personChange, body));
  }

  @Delete(':personId')
  @HttpCode(204)
  remove(@Param('personId') id: string, @By() actor: Actor): Promise<void> {
    return this.people.remove(actor, uuidOf(id));
  }

  @Put(':personId/workspaces/:workspaceId')
  putMembership(
    @Param('personId') id: string,
    @Param('workspaceId') workspace: string,
    @Body() body: unknown,
    @By() actor: Actor,
  ): Promise<PersonView> {
    return this.memberships.put(actor, uuidOf(id), workspace, checkedBody<MembershipDto>(membership, body).role);
  }

  @Delete(':personId/workspaces/:workspaceId')
  @HttpCode(204)
  removeMembership(@Param('personId') id: string, @Param('workspaceId') workspace: string, @By() actor: Actor): Promise<void> {
    return this.memberships.remove(actor, uuidOf(id), workspace);
  }
}
