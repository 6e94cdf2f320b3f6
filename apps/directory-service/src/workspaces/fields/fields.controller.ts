import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { FieldDefinitionDto } from '#contracts/directory/dto/field-definition.dto.js';
import type { FieldRecord } from '#contracts/directory/records.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { FieldDefinitions } from './field-definitions.js';
import { afterName, definableNameOf, fieldNameOf } from './field-name.js';
import { FieldSightings, type FieldUnderReview } from './field-sightings.js';

const definition = compileDto(FieldDefinitionDto);

/** Fields of a workspace, for its admins and for operators. */
@Controller(['groups/:workspace/fields', 'operator/workspaces/:workspace/fields'])
export class FieldsController {
  constructor(
    private readonly definitions: FieldDefinitions,
    private readonly sightings: FieldSightings,
  ) {}

  @Get()
  list(@Param('workspace') workspace: string): Promise<{ fields: FieldRecord[] }> {
    return this.definitions.list(workspace);
  }

  @Get('review')
  async review(
    @Param('workspace') workspace: string,
    @Query('after') after?: string,
  ): Promise<{ fields: FieldUnderReview[]; next: string | null }> {
    await this.definitions.requireWorkspace(workspace);
    return this.sightings.review(workspace, afterName(after));
  }

  @Put(':field')
  put(
    @Param('workspace') workspace: string,
    @Param('field') field: string,
    @Body() body: unknown,
    @By() actor: Actor,
  ): Promise<FieldRecord> {
    return this.definitions.put(actor, workspace, definableNameOf(field), checkedBody<FieldDefinitionDto>(definition, body));
  }

  @Delete(':field')
  @HttpCode(204)
  remove(@Param('workspace') workspace: string, @Param('field') field: string, @By() actor: Actor): Promise<void> {
    return this.definitions.remove(actor, workspace, fieldNameOf(field));
  }
}
