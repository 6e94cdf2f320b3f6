import type { IncomingChange } from './incoming-change.js';

/** A change with its line. */
export interface IncomingLine {
  incoming: IncomingChange;
  line: string;
}

/**
 * A change as the feed and the history show it: one ready-made line of JSON, written once and never parsed for a page.
 * It leaves out the caller and the operation, which not every reader may see.
 */
export function changeLine({ change, type }: IncomingChange): string {
  const { externalId, revision, observedAt, receivedAt, stale, position, fields, set } = change;
  return JSON.stringify({ externalId, revision, type, observedAt, receivedAt, stale, position, fields, set });
}
