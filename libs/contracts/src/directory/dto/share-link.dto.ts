import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsNumber, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { HumanName, PlainText } from './shapes.js';
import { ShownObjectsDto } from './shown-objects.dto.js';

/**
 * The shown objects: those that meet all given conditions. For one object: its id; for an area: its box; for a view: box, types and fields.
 */
export class SharedViewDto extends ShownObjectsDto {
  /** Ids of objects. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @PlainText({ each: true })
  ids?: string[];

  /** west, south, east, north in degrees (GeoJSON, RFC 7946, 5); west > east crosses the antimeridian. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(4)
  @ArrayMaxSize(4)
  @IsNumber({}, { each: true })
  @Min(-180, { each: true })
  @Max(180, { each: true })
  bbox?: number[];
}

/** A link that shows data without an account. */
export class NewShareLinkDto {
  @HumanName()
  name: string;

  @IsObject()
  @ValidateNested()
  @Type(() => SharedViewDto)
  shows: SharedViewDto;

  /** Default: 7 days; at most 90. */
  @MayBeAbsent()
  @IsInt()
  @Min(60)
  @Max(7_776_000)
  expiresInSeconds?: number;
}

export class ShareCodeDto {
  /** The part after `#s=` in the link. */
  @Shaped('^[A-Za-z0-9_-]{22}$', 'must be the 22 characters that follow #s= in a share link')
  code: string;
}
