import type { WorkspaceMove } from '#contracts/directory/records.js';
import type { FeedChange } from '../feed/feed-client.js';

/** Clocks may differ by this much, and events of areas follow the reports that cause them. */
const AFTER_MOVE_MS = 10_000;

/**
 * Leaves out what comes after a workspace has left for another installation (docs/decisions, 33), which delivers from the switch on. Areas
 * here would miss objects that report there.
 */
export function untilMoved(changes: readonly FeedChange[], move: WorkspaceMove | undefined): readonly FeedChange[] {
  if (move?.state !== 'forwarding') return changes;
  const last = Date.parse(move.since) + AFTER_MOVE_MS;
  return changes.filter(({ receivedAt }) => Date.parse(receivedAt) <= last);
}
