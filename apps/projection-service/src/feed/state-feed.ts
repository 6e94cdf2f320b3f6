import type { Pool } from 'pg';
import { EVENT_TYPES, STATE_TYPE } from '#contracts/event-types.js';
import type { LiveState } from '../changes/held-state.js';
import { readStates } from '../changes/held-states.js';
import { readModel } from '../reading/read-model.js';
import { erasureShown, type FeedView, placeShown, typeShown } from './feed-filter.js';
import type { FeedPage } from './feed-page.js';
import type { ChangeLine } from './page-lines.js';
import { PageLookups } from './page-lookups.js';
import { namedLines } from './shown-changes.js';

const lookups = new PageLookups<LiveState>();

/**
 * Turns a page of changes into newest states, each object once: a line is left out if its object has a newer revision, since the line
 * of that revision comes later in the same partition. The states are read after the lines, so none is older than its line. Of an erased
 * object, only the line of its erasure remains. Lines that the reader may not see are left out, by the present type and position of the
 * object.
 */
export async function newestStates(pool: Pool, workspace: string, page: FeedPage, view: FeedView): Promise<FeedPage> {
  const newest = new Map<string, ChangeLine>();
  for (const { change } of namedLines(page, view)) {
    newest.delete(change.externalId);
    newest.set(change.externalId, change);
  }
  if (newest.size === 0) return { ...page, pieces: [], count: 0 };
  const states = await lookups.get(page, [...newest.keys()], (missing) =>
    readStates(pool, new Map(missing.map((externalId) => [externalId, workspace]))),
  );
  const pieces: string[] = [];
  for (const { externalId, revision, type, observedAt, receivedAt, stale } of newest.values()) {
    const held = states.get(externalId);
    if (!held && type === EVENT_TYPES.erased && erasureShown(view))
      pieces.push(JSON.stringify({ externalId, revision, type, observedAt, receivedAt }));
    if (held && held.seen <= revision && typeShown(view, held.state.type) && placeShown(view, held.state.position))
      pieces.push(
        JSON.stringify({
          ...readModel(held.state, view.narrowing),
          type: STATE_TYPE,
          observedAt,
          receivedAt,
          stale,
          objectType: held.state.type,
        }),
      );
  }
  return { ...page, pieces, count: pieces.length };
}
