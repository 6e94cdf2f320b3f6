import type { ElementOutcome } from '#contracts/outcome.js';

/** Whether a call was decided behind the move of its workspace: nothing of it is applied, and it is to be sent again. */
export function wasMovedAway(outcomes: readonly ElementOutcome[]): boolean {
  return outcomes.some((outcome) => outcome[2] === 'rejected' && outcome[3] === 'workspace-moved');
}
