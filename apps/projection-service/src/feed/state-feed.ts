import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { idInside, typeInside } from '#identity/narrowing.js';
import { EVENT_TYPES, STATE_TYPE } from '#contracts/event-types.js';
import { LINE_SEPARATOR } from '../projecting/feed-chunks.js';
import { readStates } from '../projecting/unit-writer.js';
import { readModel } from '../reading/read-model.js';
import type { FeedPage } from './feed-page.js';

interface Line {
  externalId: string;
  revision: number;
  type: string;
  observedAt: string;
  receivedAt: string;
  stale?: true;
}

/**
 * Turns a page of changes into each object's newest state, once: a line whose object has a newer revision is left out, since that
 * revision's own line comes later in the same partition. The states are read after the lines, so none is older than its line.
 * Of an object that was erased the line of its erasure is left. What is outside of a token's narrowing is left out; the type
 * that the object has now decides, and one that was erased has none.
 */
export async function newestStates(pool: Pool, workspace: string, page: FeedPage, narrowing?: Narrowing): Promise<FeedPage> {
  const lines = page.pieces.length === 0 ? [] : (JSON.parse(`[${page.pieces.join(LINE_SEPARATOR)}]`) as Line[]);
  const newest = new Map<string, Line>();
  for (const line of lines) {
    if (narrowing && !idInside(narrowing, line.externalId)) continue;
    newest.delete(line.externalId);
    newest.set(line.externalId, line);
  }
  if (newest.size === 0) return { ...page, pieces: [], count: 0 };
  const states = await readStates(pool, new Map([...newest.keys()].map((externalId) => [externalId, workspace])));
  const pieces: string[] = [];
  for (const { externalId, revision, type, observedAt, receivedAt, stale } of newest.values()) {
    const held = states.get(externalId);
    if (!held && type === EVENT_TYPES.erased && narrowing?.types === undefined) pieces.push(JSON.stringify({ externalId, revision, type, observedAt, receivedAt }));
    if (held && held.seen <= revision && (!narrowing || typeInside(narrowing, held.state.type))) pieces.push(JSON.stringify({ ...readModel(held.state, narrowing), type: STATE_TYPE, observedAt, receivedAt, stale, objectType: held.state.type }));
  }
  return { ...page, pieces, count: pieces.length };
}
