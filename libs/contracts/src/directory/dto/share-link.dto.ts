import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsNumber, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { HumanName } from './shapes.js';

const SHORT_TEXT = '^[^\\p{Cc}\\p{Cs}]{1,256}$';
const SHORT_TEXT_WORDS = 'must be a text of 1…256 characters without control characters';

/** What a link shows: what lies in all the parts that are given. One object: its id; an area: its box; a view: box, types and fields. */
export class SharedViewDto {
  /** Ids of objects. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @Shaped(SHORT_TEXT, SHORT_TEXT_WORDS, { each: true })
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

  /** Types of objects. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @Shaped(SHORT_TEXT, SHORT_TEXT_WORDS, { each: true })
  types?: string[];

  /** Names of the fields that are shown; left out: all. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @Shaped(SHORT_TEXT, SHORT_TEXT_WORDS, { each: true })
  fields?: string[];
}

/** A link that shows something without an account. */
export class NewShareLinkDto {
  @HumanName()
  name: string;

  @IsObject()
  @ValidateNested()
  @Type(() => SharedViewDto)
  shows: SharedViewDto;

  /** 7 days, when left out; 90 at most. */
  @MayBeAbsent()
  @IsInt()
  @Min(60)
  @Max(7_776_000)
  expiresInSeconds?: number;
}
