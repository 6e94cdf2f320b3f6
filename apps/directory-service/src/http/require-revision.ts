import { Problem } from '#problems/problem.js';

/** The entity tag of a revision. */
export const tagOf = ({ revision }: { revision: number }): string => `"${revision}"`;

/**
 * @param what the subject of the message, such as `The poll`
 * @param members further properties of the problem
 * @throws Problem 412 with the present ETag
 */
export function requireRevision(
  what: string,
  present: { revision: number },
  required: number | undefined,
  members: Readonly<Record<string, unknown>> = {},
): void {
  if (required === undefined || required === present.revision) return;
  throw new Problem(
    'revision-conflict',
    `${what} has revision ${present.revision}, not ${required}, because someone else changed it. Read it again, and repeat the change if it still applies.`,
    { headers: { etag: tagOf(present) }, members },
  );
}
