import type { Pool } from 'pg';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { narrowedLine } from '../reading/narrowed-change.js';
import { withoutErased } from './erased-objects.js';
import { asksForState, changeShown, erasureShown, type FeedView, idShown, placeShown, typeShown } from './feed-filter.js';
import type { FeedPage } from './feed-page.js';
import { type ChangeLine, type PageLine, PageLines } from './page-lines.js';
import { PageLookups } from './page-lookups.js';

interface ObjectNow {
  external_id: string;
  type: string | null;
  lat: number;
  lon: number;
}

const lookups = new PageLookups<ObjectNow>();

/**
 * What of a page a reader is shown. The type that an object has now decides, as it does in lists: of one that was given another
 * type nothing more is told, of one that was given this type everything from then on. A change that reports a position is judged
 * by that, another by where the object is now. Where the cursor goes on is as without a filter, so nothing is skipped and
 * nothing repeated.
 */
export async function shownChanges(pool: Pool, workspace: string, page: FeedPage, view: FeedView): Promise<FeedPage> {
  const named = await withoutErased(
    pool,
    workspace,
    page,
    namedLines(page, view).filter(({ change }) => changeShown(view, change)),
  );
  const now = asksForState(view)
    ? await lookups.get(
        page,
        named.map(({ change }) => change.externalId),
        (missing) => objectsNow(pool, workspace, missing),
      )
    : undefined;
  const shown = now === undefined ? named : named.filter(({ change }) => isInside(view, change, now.get(change.externalId)));
  return { ...page, pieces: shown.map(({ text }) => narrowedLine(text, view.narrowing)), count: shown.length };
}

/** Those of objects whose ids a reader is shown. */
export function namedLines(page: FeedPage, view: FeedView): readonly PageLine[] {
  const lines = PageLines.of(page);
  return (view.filter?.ids === undefined ? lines.all : lines.ofObjects(view.filter.ids)).filter(({ change }) =>
    idShown(view, change.externalId),
  );
}

function isInside(view: FeedView, { type, position }: ChangeLine, now: ObjectNow | undefined): boolean {
  if (type === EVENT_TYPES.erased) return erasureShown(view);
  return now !== undefined && typeShown(view, now.type ?? undefined) && placeShown(view, position ?? now);
}

async function objectsNow(pool: Pool, workspace: string, externalIds: readonly string[]): Promise<Map<string, ObjectNow>> {
  const { rows } = await pool.query<ObjectNow>({
    name: 'objects-now',
    text: 'select external_id, type, lat, lon from object_state where workspace = $1 and external_id = any($2::text[])',
    values: [workspace, externalIds],
  });
  return new Map(rows.map((row) => [row.external_id, row]));
}
