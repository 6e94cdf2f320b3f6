import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsObject, Min, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';
import { DashboardDto } from './dashboard.dto.js';
import { MAX_OPTIONS, PollDto } from './poll.dto.js';
import { SavedViewDto } from './saved-view.dto.js';
import { Instant, PlainText } from './shapes.js';

/** A dashboard from the installation that the workspace is moved from. */
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

/** A shared view from the installation that the workspace is moved from. Its author is unknown here. */
export class AdoptedViewDto extends SavedViewDto {
  @Instant()
  createdAt: string;

  @Instant()
  updatedAt: string;
}

/** The result of a closed poll. */
export class PollEndDto {
  @Instant()
  closedAt: string;

  /** Number of people who answered. */
  @IsInt()
  @Min(0)
  total: number;

  /** Number of answers for each option, in the order of the options. */
  @IsArray()
  @ArrayMaxSize(MAX_OPTIONS)
  @IsInt({ each: true })
  @Min(0, { each: true })
  counts: number[];
}

/** A poll from the installation that the workspace is moved from. Each option has an id; `closesAt` may be in the past. */
export class AdoptedPollDto extends PollDto {
  /** Omitted for an open poll. */
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
