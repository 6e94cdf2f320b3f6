import type { CommandContext, Decision } from './decision.js';
import { rejected } from './rejected.js';

/** Why nothing in the workspace is erased: it is under a legal hold, or nobody knows whether it is; undefined: it is not. */
export function workspaceKept({ workspaceHeld }: CommandContext): (Decision & { applied: false }) | undefined {
  if (workspaceHeld === 'unknown')
    return rejected(
      'legal-hold',
      'Whether the workspace is under a legal hold is not known at the moment, and nothing is erased before it is; ask again later.',
    );
  return workspaceHeld
    ? rejected('legal-hold', 'The workspace is under a legal hold; nothing in it is erased before the hold is released.')
    : undefined;
}
