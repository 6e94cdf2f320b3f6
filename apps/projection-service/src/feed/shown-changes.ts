import type { Pool } from 'pg';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { narrowedLine } from '../reading/narrowed-change.js';
import { withoutErased } from './erased-objects.js';
import { changeShown, erasureShown, type FeedView, idShown, needsState, placeShown, typeShown } from './feed-filter.js';
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
 * The part of a page that a reader may see. As in lists, the present type of an object decides: once an object has another type, none
 * of its changes are included, and once it has this type, all of them are. A change with a position is judged by that position, any
 * other by the present position of the object. The cursor moves as it does without a filter, so nothing is skipped or repeated.
 */
export async function shownChanges(pool: Pool, workspace: string, page: FeedPage, view: FeedView): Promise<FeedPage> {
  const named = await withoutErased(
    pool,
    workspace,
    page,
    namedLines(page, view).filter(({ change }) => changeShown(view, change)),
  );
  const now = needsState(view)
    ? await lookups.get(
        page,
        named.map(({ change }) => change.externalId),
        (missing) => objectsNow(pool, workspace, missing),
      )
    : undefined;
  const shown = now === undefined ? named : named.filter(({ change }) => isInside(view, change, now.get(change.externalId)));
  return { ...page, pieces: shown.map(({ text }) => narrowedLine(text, view.narrowing)), count: shown.length };
}

/** The lines of objects whose ids the reader may see. */
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
