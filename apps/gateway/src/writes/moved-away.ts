import type { ElementOutcome } from '#contracts/outcome.js';

/** Whether a call was decided after its workspace moved. Then none of it was applied, and the client has to send it again. */
export function wasMovedAway(outcomes: readonly ElementOutcome[]): boolean {
  return outcomes.some((outcome) => outcome[2] === 'rejected' && outcome[3] === 'workspace-moved');
}
