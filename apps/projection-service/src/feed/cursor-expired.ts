import { Problem } from '#problems/problem.js';

/** 410: the reader of this cursor may have missed changes, and has to start again with a snapshot. @param reason a sentence */
export function cursorExpired(workspace: string, reason: string): Problem {
  const snapshot = `/groups/${encodeURIComponent(workspace)}/externalObjects?snapshot=true&includeArchived=true`;
  return new Problem(
    'cursor-expired',
    `${reason} Read all objects again from ${snapshot} (with the type and the bbox of your filter), ` +
      'following next, then go on from the cursor that each of its pages carries: nothing is missed; drop ' +
      'revisions that are not above those of the snapshot.',
    { members: { resynchronise: { snapshot } } },
  );
}
