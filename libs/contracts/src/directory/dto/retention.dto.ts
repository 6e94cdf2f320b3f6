import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { PlainText } from './shapes.js';

const MOST_DAYS = 36_500;

class RetentionRuleDto {
  /** Days of history that are kept, by the time of receipt; at most what the plan keeps. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(MOST_DAYS)
  historyDays?: number;

  /** Objects without a change for this number of days, archived or not, are erased. Left out: none. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(MOST_DAYS)
  eraseAfterDays?: number;
}

/** Of objects of one type; omitted members are as for all objects. */
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

/** Why something is put under a legal hold. On an object's hold the reason is public to everybody who reads the workspace's topics. */
export class HoldDto {
  @Shaped('^(?=[^]*\\S)[^\\p{Cc}\\p{Cs}]{1,1000}$', 'must be a text of 1…1,000 characters, not blank, without control characters')
  reason: string;
}
