import { Problem } from '#problems/problem.js';

/** Of something that changes by revisions. */
export const tagOf = ({ revision }: { revision: number }): string => `"${revision}"`;

/**
 * @param what the thing, with a capital letter, as `The poll`
 * @param members what else the problem is to carry
 * @throws Problem 412 with the present ETag
 */
export function requireRevision(
  what: string,
  present: { revision: number },
  asked: number | undefined,
  members: Readonly<Record<string, unknown>> = {},
): void {
  if (asked === undefined || asked === present.revision) return;
  throw new Problem(
    'revision-conflict',
    `${what} has revision ${present.revision}, not ${asked}, because someone else changed it. Read it again, and repeat the change if it still applies.`,
    { headers: { etag: tagOf(present) }, members },
  );
}
