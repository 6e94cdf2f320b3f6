import { MayBeAbsent } from '../../dto/presence.js';
import { HumanName, PlanName, WorkspaceId } from './shapes.js';

/** The content of a new workspace. */
export class NewWorkspaceDto {
  @WorkspaceId()
  id: string;

  /** Default: the id. */
  @MayBeAbsent()
  @HumanName()
  name?: string;

  /** Default: `unlimited`. */
  @MayBeAbsent()
  @PlanName()
  plan?: string;
}

/** A change of a workspace. */
export class WorkspaceChangeDto {
  @MayBeAbsent()
  @HumanName()
  name?: string;

  @MayBeAbsent()
  @PlanName()
  plan?: string;
}
