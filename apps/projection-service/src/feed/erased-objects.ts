import type { Pool } from 'pg';
import { isOfArea } from './feed-filter.js';
import type { FeedPage } from './feed-page.js';
import type { PageLine } from './page-lines.js';
import { PageLookups } from './page-lookups.js';

const lookups = new PageLookups<number>();

/** Drops area events from before the erasure of their object, since they may arrive after it. */
export async function withoutErased(
  pool: Pool,
  workspace: string,
  page: FeedPage,
  lines: readonly PageLine[],
): Promise<readonly PageLine[]> {
  const ofAreas = lines.filter(({ change }) => isOfArea(change));
  if (ofAreas.length === 0) return lines;
  const erased = await lookups.get(
    page,
    ofAreas.map(({ change }) => change.externalId),
    (missing) => erasuresOf(pool, workspace, missing),
  );
  return lines.filter(({ change }) => !isOfArea(change) || change.revision > (erased.get(change.externalId) ?? 0));
}

/** Revisions of the latest erasures. */
async function erasuresOf(pool: Pool, workspace: string, externalIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ external_id: string; revision: number }>({
    name: 'erasures-of',
    text: 'select external_id, revision from erased_object where workspace = $1 and external_id = any($2::text[])',
    values: [workspace, externalIds],
  });
  return new Map(rows.map(({ external_id, revision }) => [external_id, revision]));
}
