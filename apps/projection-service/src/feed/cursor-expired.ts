import { Problem } from '#problems/problem.js';

/** 410 for a reader that may have missed changes, and has to start again with a snapshot. @param reason a sentence */
export function cursorExpired(workspace: string, reason: string): Problem {
  const snapshot = `/groups/${encodeURIComponent(workspace)}/externalObjects?snapshot=true&includeArchived=true`;
  return new Problem(
    'cursor-expired',
    `${reason} Read all objects again from ${snapshot} (with the type and bbox of your filter), ` +
      'follow `next`, then continue from the cursor in its pages. This misses nothing; ignore ' +
      'revisions that are not higher than those of the snapshot.',
    { members: { resynchronise: { snapshot } } },
  );
}
