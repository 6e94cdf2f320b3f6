import type { Pool } from 'pg';
import type { Position } from '#object-rules/object.js';
import { narrowedLine } from '../reading/narrowed-change.js';
import { asksForState, changeShown, type FeedView, idShown, placeShown, typeShown } from './feed-filter.js';
import type { FeedPage } from './feed-page.js';
import { linesOf } from './page-lines.js';

/** A line of the feed, as change-line.ts writes it; what a filter asks of it. */
export interface ChangeLine {
  externalId: string;
  revision: number;
  type: string;
  observedAt: string;
  receivedAt: string;
  stale?: true;
  position?: Position;
  fields?: Record<string, unknown>;
}

interface ObjectNow {
  external_id: string;
  type: string | null;
  lat: number;
  lon: number;
}

/**
 * What of a page a reader is shown. The type that an object has now decides, as it does in lists: of one that was given another
 * type nothing more is told, of one that was given this type everything from then on. A change that reports a position is judged
 * by that, another by where the object is now. Where the cursor goes on is as without a filter, so nothing is skipped and
 * nothing repeated.
 */
export async function shownChanges(pool: Pool, workspace: string, page: FeedPage, view: FeedView): Promise<FeedPage> {
  const named = linesOf(page).filter(({ change }) => idShown(view, change.externalId) && changeShown(view, change));
  const now = asksForState(view) ? await objectsNow(pool, workspace, named.map(({ change }) => change.externalId)) : undefined;
  const shown = now === undefined ? named : named.filter(({ change }) => isInside(view, change, now.get(change.externalId)));
  return { ...page, pieces: shown.map(({ text }) => narrowedLine(text, view.narrowing)), count: shown.length };
}

function isInside(view: FeedView, { position }: ChangeLine, now: ObjectNow | undefined): boolean {
  return now !== undefined && typeShown(view, now.type ?? undefined) && placeShown(view, position ?? now);
}

async function objectsNow(pool: Pool, workspace: string, externalIds: readonly string[]): Promise<Map<string, ObjectNow>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await pool.query<ObjectNow>({
    name: 'objects-now',
    text: 'select external_id, type, lat, lon from object_state where workspace = $1 and external_id = any($2::text[])',
    values: [workspace, [...new Set(externalIds)]],
  });
  return new Map(rows.map((row) => [row.external_id, row]));
}
