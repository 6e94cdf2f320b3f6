import type { Pool } from 'pg';
import { STATE_TYPE } from '#contracts/event-types.js';
import type { ObjectState } from '#object-rules/object.js';
import { LINE_SEPARATOR } from '../projecting/feed-chunks.js';
import { readModel } from '../reading/read-model.js';
import { STATES_OF_OBJECTS } from '../tables/statements.js';
import type { FeedPage } from './feed-page.js';

interface Line {
  externalId: string;
  revision: number;
  observedAt: string;
  receivedAt: string;
  stale?: true;
}

/**
 * Turns a page of changes into each object's newest state, once: a line whose object has a newer revision is left out, since that
 * revision's own line comes later in the same partition. The states are read after the lines, so none is older than its line.
 */
export async function newestStates(pool: Pool, page: FeedPage): Promise<FeedPage> {
  const lines = page.pieces.length === 0 ? [] : (JSON.parse(`[${page.pieces.join(LINE_SEPARATOR)}]`) as Line[]);
  const newest = new Map<string, Line>();
  for (const line of lines) {
    newest.delete(line.externalId);
    newest.set(line.externalId, line);
  }
  if (newest.size === 0) return { ...page, pieces: [], count: 0 };
  const { rows } = await pool.query<{ external_id: string; seen: number; state: ObjectState }>({ name: 'states-of-objects', text: STATES_OF_OBJECTS, values: [[...newest.keys()]] });
  const states = new Map(rows.map((row) => [row.external_id, row]));
  const pieces: string[] = [];
  for (const { externalId, revision, observedAt, receivedAt, stale } of newest.values()) {
    const held = states.get(externalId);
    if (held && held.seen <= revision) pieces.push(JSON.stringify({ ...readModel(held.state), type: STATE_TYPE, observedAt, receivedAt, stale, objectType: held.state.type }));
  }
  return { ...page, pieces, count: pieces.length };
}
