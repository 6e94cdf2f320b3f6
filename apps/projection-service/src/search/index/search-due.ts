import type { PoolClient } from 'pg';
import { heldField } from '#object-rules/field-record.js';
import type { ObjectState } from '#object-rules/object.js';
import { objectKeys } from '../../changes/object-keys.js';
import { isSearched } from './searched-words.js';

const APPEND = 'insert into search_due (workspace, external_id) select * from unnest($1::text[], $2::text[])';

interface Due {
  workspace: string;
  externalId: string;
}

/** Queues objects whose search words have to be rebuilt (object-texts.ts). */
export async function writeSearchDue(client: PoolClient, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return;
  await client.query({
    name: 'append-search-due',
    text: APPEND,
    values: objectKeys(due),
  });
}

/** Whether the search words of two states differ. */
export function wordsChanged(before: ObjectState, after: ObjectState): boolean {
  if (before.title !== after.title) return true;
  if (before.fields === after.fields) return false;
  for (const name in after.fields) {
    const field = heldField(after.fields, name);
    const held = heldField(before.fields, name);
    if (field === held || field === undefined || !(isSearched(field) || (held !== undefined && isSearched(held)))) continue;
    if (held === undefined || held.type !== field.type || !sameValue(held.value, field.value)) return true;
  }
  return false;
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
