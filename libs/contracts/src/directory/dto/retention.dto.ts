import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { PlainText } from './shapes.js';

const MAX_DAYS = 36_500;

class RetentionRuleDto {
  /** Days of history to keep, by time of receipt; at most as many as the plan keeps. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(MAX_DAYS)
  historyDays?: number;

  /** Objects without a change for this number of days, archived or not, are erased. Omitted: none are. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(MAX_DAYS)
  eraseAfterDays?: number;
}

/** For objects of one type; omitted members are as for all objects. */
export class TypeRetentionDto extends RetentionRuleDto {
  @PlainText()
  type: string;
}

/** How long a workspace keeps its data. */
export class RetentionDto extends RetentionRuleDto {
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(200)
  @ArrayUnique(({ type }: TypeRetentionDto) => type)
  @ValidateNested({ each: true })
  @Type(() => TypeRetentionDto)
  types?: TypeRetentionDto[];
}

/** The reason for a legal hold. The reason for an object's hold is visible to everybody who reads the topics of the workspace. */
export class HoldDto {
  @Shaped('^(?=[^]*\\S)[^\\p{Cc}\\p{Cs}]{1,1000}$', 'must be a text of 1…1,000 characters, not blank, without control characters')
  reason: string;
}
