import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { idInside, typeInside } from '#identity/narrowing.js';
import { LINE_SEPARATOR } from '../projecting/feed-chunks.js';
import { narrowedLine } from '../reading/narrowed-change.js';
import type { FeedPage } from './feed-page.js';

/**
 * What of a page a narrowed token may see. The type that an object has now decides, as it does in lists: of one that was given
 * another type nothing more is told, of one that was given this type everything from then on. Where the cursor goes on is as
 * without a filter, so nothing is skipped and nothing repeated.
 */
export async function narrowedPage(pool: Pool, workspace: string, page: FeedPage, narrowing: Narrowing): Promise<FeedPage> {
  if (page.pieces.length === 0) return page;
  const lines = page.pieces.flatMap((piece) => piece.split(LINE_SEPARATOR)).map((text) => ({ text, externalId: (JSON.parse(text) as { externalId: string }).externalId }));
  const named = lines.filter(({ externalId }) => idInside(narrowing, externalId));
  const inside = narrowing.types === undefined ? named : await ofTypes(pool, workspace, named, narrowing);
  return { ...page, pieces: inside.map(({ text }) => narrowedLine(text, narrowing)), count: inside.length };
}

async function ofTypes<T extends { externalId: string }>(pool: Pool, workspace: string, lines: readonly T[], narrowing: Narrowing): Promise<T[]> {
  if (lines.length === 0) return [];
  const { rows } = await pool.query<{ external_id: string; type: string | null }>({
    name: 'types-of-objects',
    text: 'select external_id, type from object_state where workspace = $1 and external_id = any($2::text[])',
    values: [workspace, [...new Set(lines.map(({ externalId }) => externalId))]],
  });
  const inside = new Set(rows.filter(({ type }) => typeInside(narrowing, type ?? undefined)).map((row) => row.external_id));
  return lines.filter(({ externalId }) => inside.has(externalId));
}
