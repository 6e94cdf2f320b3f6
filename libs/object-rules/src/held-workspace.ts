import type { CommandContext, Decision } from './decision.js';
import { rejected } from './rejected.js';

/** Why nothing in the workspace is erased: it is under a legal hold, or this is not known yet; undefined: it is not. */
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
