import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';
import { Time } from '../../dto/time-rule.js';
import { type Role, ROLES } from '../roles.js';
import { LineOfText, LinesOfText, Uuid } from './shapes.js';

export const MAX_OPTIONS = 20;

/** One choice of a poll. */
export class PollOptionDto {
  /** The id of an existing option; omitted for a new one, whose id the server creates. */
  @MayBeAbsent()
  @Uuid()
  id?: string;

  @LineOfText(120)
  text: string;
}

/** The people who may answer; all must belong to the workspace. */
export class PollAudienceDto {
  @IsIn(['workspace', 'roles', 'people'])
  kind: 'workspace' | 'roles' | 'people';

  /** With the kind `roles`. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(Object.keys(ROLES), { each: true })
  roles?: Role[];

  /** With the kind `people`: their ids. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ArrayUnique()
  @Uuid({ each: true })
  people?: string[];
}

/** The content of a poll. */
export class PollDto {
  @LineOfText(300)
  question: string;

  @MayBeAbsent()
  @LinesOfText(2000)
  description?: string;

  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(MAX_OPTIONS)
  @ValidateNested({ each: true })
  @Type(() => PollOptionDto)
  options: PollOptionDto[];

  /** Most options that one person may choose; default: 1. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(MAX_OPTIONS)
  multiple?: number;

  /** Default: everybody in the workspace. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PollAudienceDto)
  audience?: PollAudienceDto;

  /** In the future. Omitted: the poll is open until somebody closes it. */
  @MayBeAbsent()
  @Time()
  closesAt?: string;

  /** When counts are shown; default: `afterAnswer`. */
  @MayBeAbsent()
  @IsIn(['always', 'afterAnswer', 'afterClose'])
  results?: 'always' | 'afterAnswer' | 'afterClose';

  /** Default: false. Cannot change once somebody has answered. */
  @MayBeAbsent()
  @IsBoolean()
  anonymous?: boolean;
}

/** One person's answer; it replaces an earlier one. */
export class PollAnswerDto {
  /** Ids of options. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_OPTIONS)
  @ArrayUnique()
  @Uuid({ each: true })
  options: string[];
}
