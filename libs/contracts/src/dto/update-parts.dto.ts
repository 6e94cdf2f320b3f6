import { Type } from 'class-transformer';
import { IsArray, IsObject, ValidateNested } from 'class-validator';
import { UniqueFields } from './field-value-rule.js';
import { FieldValueDto } from './field-value.dto.js';
import { LocationUpdateDto } from './location-update.dto.js';
import { MayBeAbsent } from './presence.js';
import { AtMost } from './size-rule.js';
import { Time } from './time-rule.js';

/** Members that an update and an edit share. */
export abstract class UpdatePartsDto {
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => LocationUpdateDto)
  locationUpdate?: LocationUpdateDto;

  @MayBeAbsent()
  @IsArray()
  @AtMost('fieldsPerElement')
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => FieldValueDto)
  @UniqueFields()
  fieldValues?: FieldValueDto[];

  /** Device time; refused if more than five minutes ahead of the gateway's clock. */
  @MayBeAbsent()
  @Time()
  observedAt?: string;
}
