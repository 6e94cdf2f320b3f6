import { Type } from 'class-transformer';
import { IsArray, IsObject, ValidateNested } from 'class-validator';
import { ContentElementDto } from './content-element.dto.js';
import { Shaped } from './pattern-rule.js';
import { MayBeCleared } from './presence.js';
import { AtMost } from './size-rule.js';
import { Lines, Text } from './text-rule.js';
import { UpdatePartsDto } from './update-parts.dto.js';

/** The body of PATCH on an object: a JSON merge patch (RFC 7396) of its descriptive values, plus what an update may carry. */
export class ObjectEditDto extends UpdatePartsDto {
  @MayBeCleared()
  @Text('title')
  title?: string | null;

  @MayBeCleared()
  @Text('shortText')
  type?: string | null;

  @MayBeCleared()
  @Text('shortText')
  icon?: string | null;

  @MayBeCleared()
  @Lines('description')
  description?: string | null;

  @MayBeCleared()
  @IsArray()
  @AtMost('contentElements')
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ContentElementDto)
  contentElements?: ContentElementDto[] | null;

  @MayBeCleared()
  @Shaped('^[0-9a-f]{64}$', 'must be the SHA-256 of a picture of this object: 64 lower-case hexadecimal digits')
  picture?: string | null;
}
