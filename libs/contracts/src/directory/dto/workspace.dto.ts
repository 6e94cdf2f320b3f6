import { MayBeAbsent } from '../../dto/presence.js';
import { HumanName, PlanName, WorkspaceId } from './shapes.js';

/** What a new workspace is to be (specification 2.1). */
export class NewWorkspaceDto {
  @WorkspaceId()
  id: string;

  /** The id, when left out. */
  @MayBeAbsent()
  @HumanName()
  name?: string;

  /** `unlimited`, when left out. */
  @MayBeAbsent()
  @PlanName()
  plan?: string;
}

/** What is to change of a workspace. */
export class WorkspaceChangeDto {
  @MayBeAbsent()
  @HumanName()
  name?: string;

  @MayBeAbsent()
  @PlanName()
  plan?: string;
}
