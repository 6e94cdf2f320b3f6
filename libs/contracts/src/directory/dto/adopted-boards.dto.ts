import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsObject, Min, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';
import { DashboardDto } from './dashboard.dto.js';
import { MOST_OPTIONS, PollDto } from './poll.dto.js';
import { SavedViewDto } from './saved-view.dto.js';
import { Instant, PlainText } from './shapes.js';

/** A dashboard of a workspace that is being moved here, as the other installation has it. */
export class AdoptedDashboardDto extends DashboardDto {
  @PlainText()
  createdBy: string;

  @Instant()
  createdAt: string;

  @PlainText()
  updatedBy: string;

  @Instant()
  updatedAt: string;

  @IsInt()
  @Min(1)
  revision: number;
}

/** A shared view of a workspace that is being moved here, as the other installation has it; who saved it is not known here. */
export class AdoptedViewDto extends SavedViewDto {
  @Instant()
  createdAt: string;

  @Instant()
  updatedAt: string;
}

/** How a poll ended. */
export class PollEndDto {
  @Instant()
  closedAt: string;

  /** How many people answered. */
  @IsInt()
  @Min(0)
  total: number;

  /** How many chose each option, in the order of the options. */
  @IsArray()
  @ArrayMaxSize(MOST_OPTIONS)
  @IsInt({ each: true })
  @Min(0, { each: true })
  counts: number[];
}

/** A poll of a workspace that is being moved here, as the other installation has it. Each option has its id; `closesAt` may be past. */
export class AdoptedPollDto extends PollDto {
  /** Left out: it is open. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PollEndDto)
  end?: PollEndDto;

  @PlainText()
  createdBy: string;

  @Instant()
  createdAt: string;

  @Instant()
  updatedAt: string;

  @IsInt()
  @Min(1)
  revision: number;
}
