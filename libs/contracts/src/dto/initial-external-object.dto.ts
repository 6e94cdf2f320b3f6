import { Type } from 'class-transformer';
import { IsArray, IsObject, ValidateNested } from 'class-validator';
import { ContentElementDto } from './content-element.dto.js';
import { MayBeAbsent } from './presence.js';
import { AtMost } from './size-rule.js';
import { Lines, Text } from './text-rule.js';

/** Values for an object that the update creates. */
export class InitialExternalObjectDto {
  @MayBeAbsent()
  @Text('title')
  title?: string;

  @MayBeAbsent()
  @Text('shortText')
  type?: string;

  @MayBeAbsent()
  @Text('shortText')
  icon?: string;

  @MayBeAbsent()
  @Lines('description')
  description?: string;

  @MayBeAbsent()
  @IsArray()
  @AtMost('contentElements')
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ContentElementDto)
  contentElements?: ContentElementDto[];
}
