import type { FeedChange, FeedClient, FeedPage } from '../feed/feed-client.js';

const LATE_MS = 60_000;

/** Whether the changes of the page waited so long that their objects may have been erased since. */
export const isLate = ({ changes }: Pick<FeedPage, 'changes'>, now = Date.now()): boolean =>
  changes.some(({ receivedAt }) => now - Date.parse(receivedAt) >= LATE_MS);

/** Leaves out changes from before an object's erasure; the erasure itself is sent. @throws Problem unavailable */
export async function withoutErased(
  feed: Pick<FeedClient, 'erasedAmong'>,
  workspace: string,
  changes: readonly FeedChange[],
): Promise<readonly FeedChange[]> {
  if (changes.length === 0) return changes;
  const erased = await feed.erasedAmong(workspace, [...new Set(changes.map(({ externalId }) => externalId))]);
  return changes.filter(({ externalId, revision }) => revision >= (erased.get(externalId) ?? 0));
}
