import { Problem } from '#problems/problem.js';

/** The revision in If-Match (RFC 9110, 13.1.1); undefined: none in particular is asked for. @throws Problem 400 */
export function ifMatchOf(header: unknown): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const [, revision] = /^"(\d{1,9})"$/.exec(String(header)) ?? [];
  if (revision === undefined)
    throw new Problem('invalid-header', 'If-Match must be the ETag that was answered, as "12".', {
      errors: [{ pointer: 'If-Match', detail: 'must be one strong entity tag with a revision' }],
    });
  return Number(revision);
}

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
    `${what} has revision ${present.revision}, not ${asked}: somebody changed it. Read it again, and repeat the change if it still applies.`,
    { headers: { etag: tagOf(present) }, members },
  );
}
