import type { CommandContext, Decision } from './decision.js';
import { rejected } from './rejected.js';

/** A refusal if the workspace is under a legal hold, or if that is not known yet; otherwise undefined. */
export function workspaceKept({ workspaceHeld }: CommandContext): (Decision & { applied: false }) | undefined {
  if (workspaceHeld === 'unknown')
    return rejected(
      'legal-hold',
      'The service does not know yet whether the workspace is under a legal hold, so nothing was erased; try again later.',
    );
  return workspaceHeld
    ? rejected('legal-hold', 'The workspace is under a legal hold; nothing in it can be erased until the hold is released.')
    : undefined;
}
