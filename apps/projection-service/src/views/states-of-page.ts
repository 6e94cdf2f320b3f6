import type { Pool } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import type { FeedPage } from '../feed/feed-page.js';
import { PageLookups } from '../feed/page-lookups.js';
import { type Owned, statesOf, stretchesOf } from '../reading/states-within.js';

/** Marks an object whose page is too large to be cached for other readers. */
const UNSHARED = Symbol('unshared');
const lookups = new PageLookups<ObjectState | typeof UNSHARED>();
/** Pages whose objects are too large to be in memory together, so that their states are not cached. */
const large = new WeakSet<FeedPage['pieces']>();

/**
 * The newest states of the objects in a page of the feed, in batches; undefined for an object without a state. Readers that share the page
 * share the states, too: a state that is read after the page includes the changes of the page, and later changes are on a later page.
 * @param workspace that of the page
 */
export async function* statesOfPage(
  pool: Pool,
  workspace: string,
  page: FeedPage,
  externalIds: readonly string[],
): AsyncGenerator<ReadonlyMap<string, ObjectState | undefined>> {
  if (externalIds.length === 0) return;
  const owned = (id: string): Owned => [id, workspace];
  const known = await lookups.get(page, externalIds, (missing) => readShared(pool, page, missing.map(owned)));
  const shared = new Map<string, ObjectState | undefined>();
  const unshared: string[] = [];
  for (const id of externalIds) {
    const state = known.get(id);
    if (state === UNSHARED) unshared.push(id);
    else shared.set(id, state);
  }
  if (shared.size > 0) yield shared;
  for await (const { objects, states } of stretchesOf(pool, unshared.map(owned))) {
    const found = new Map(states.map((state) => [state.externalId, state]));
    yield new Map(objects.map(([id]) => [id, found.get(id)]));
  }
}

async function readShared(
  pool: Pool,
  { pieces }: FeedPage,
  objects: readonly Owned[],
): Promise<Map<string, ObjectState | typeof UNSHARED>> {
  const all = (): Map<string, typeof UNSHARED> => new Map(objects.map(([id]) => [id, UNSHARED]));
  if (large.has(pieces)) return all();
  const { states, count } = await statesOf(pool, objects);
  const found = new Map<string, ObjectState | typeof UNSHARED>(states.map((state) => [state.externalId, state]));
  if (states.length === count) return found;
  large.add(pieces);
  // Objects after the last one that fits were not read.
  const last = objects.findIndex(([id]) => id === states.at(-1)!.externalId);
  for (const [id] of objects.slice(last + 1)) found.set(id, UNSHARED);
  return found;
}
