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

export const MOST_OPTIONS = 20;

/** One of the things that can be chosen. */
export class PollOptionDto {
  /** As the poll has it, for one that stays; left out: a new one, whose id the server gives. */
  @MayBeAbsent()
  @Uuid()
  id?: string;

  @LineOfText(120)
  text: string;
}

/** The people who may answer; all belong to the workspace. */
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

/** The content of a poll (specification 4.2, behaviour 3). */
export class PollDto {
  @LineOfText(300)
  question: string;

  @MayBeAbsent()
  @LinesOfText(2000)
  description?: string;

  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(MOST_OPTIONS)
  @ValidateNested({ each: true })
  @Type(() => PollOptionDto)
  options: PollOptionDto[];

  /** How many may be chosen; 1, when left out. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(MOST_OPTIONS)
  multiple?: number;

  /** Everybody of the workspace, when left out. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PollAudienceDto)
  audience?: PollAudienceDto;

  /** In the future. Left out: it is open until somebody closes it. */
  @MayBeAbsent()
  @Time()
  closesAt?: string;

  /** When counts are shown; `afterAnswer`, when left out. */
  @MayBeAbsent()
  @IsIn(['always', 'afterAnswer', 'afterClose'])
  results?: 'always' | 'afterAnswer' | 'afterClose';

  /** False, when left out. Does not change once somebody has answered. */
  @MayBeAbsent()
  @IsBoolean()
  anonymous?: boolean;
}

/** One person's choice; replaces the person's former one. */
export class PollAnswerDto {
  /** Ids of options. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_OPTIONS)
  @ArrayUnique()
  @Uuid({ each: true })
  options: string[];
}
