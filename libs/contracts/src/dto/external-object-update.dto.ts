import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { InitialExternalObjectDto } from './initial-external-object.dto.js';
import { NewId } from './new-id-rule.js';
import { MayBeAbsent } from './presence.js';
import { Name } from './text-rule.js';
import { UpdatePartsDto } from './update-parts.dto.js';

/** One element of the posted array. A separate rule, `empty-update`, refuses an empty one. */
export class ExternalObjectUpdateDto extends UpdatePartsDto {
  @Name('externalId')
  @NewId()
  externalId: string;

  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => InitialExternalObjectDto)
  initialExternalObject?: InitialExternalObjectDto;
}
