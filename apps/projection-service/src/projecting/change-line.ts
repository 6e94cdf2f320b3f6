import type { IncomingChange } from './incoming-change.js';

/**
 * A change as the feed and the history show it, ready-made: one line of JSON, written once and never parsed for a page.
 * Who did it and in which operation is not for every reader.
 */
export function changeLine({ change, type }: IncomingChange): string {
  const { externalId, revision, observedAt, receivedAt, stale, position, fields, set } = change;
  return JSON.stringify({ externalId, revision, type, observedAt, receivedAt, stale, position, fields, set });
}
