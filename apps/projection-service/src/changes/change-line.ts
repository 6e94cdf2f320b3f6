import type { IncomingChange } from './incoming-change.js';

/** A change and its line. */
export interface IncomingLine {
  incoming: IncomingChange;
  line: string;
}

/**
 * A change as one line of JSON for the feed and the history, serialised once and sent without parsing. It omits the caller and the
 * operation, which not every reader may see.
 */
export function changeLine({ change, type }: IncomingChange): string {
  const { externalId, revision, observedAt, receivedAt, stale, position, fields, set } = change;
  return JSON.stringify({ externalId, revision, type, observedAt, receivedAt, stale, position, fields, set });
}
