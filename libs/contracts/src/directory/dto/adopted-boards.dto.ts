import { IsInt, Min } from 'class-validator';
import { DashboardDto } from './dashboard.dto.js';
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
