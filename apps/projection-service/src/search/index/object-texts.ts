import type { Pool, PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { textArray } from '#postgres/binary-array.js';
import { type Owned, stretchesOf } from '../../reading/states-within.js';
import { writeTransaction } from '../../storage/swap-lock.js';
import { inTurn, type WorkspaceTurns } from '../../storage/workspace-turns.js';
import { searchedTexts } from './searched-words.js';

/** Objects per transaction. */
const BATCH = 1000;

const TAKE = `
  with ${inTurn('search_due')}, taken as (
    delete from search_due where ctid = any(array(select place from places)) returning workspace, external_id
  )
  select t.workspace, external_id, n.workspace as next from next n left join taken t on true`;
const KEYS = 'unnest($1::text[], $2::text[]) as k (workspace, external_id)';
const HELD = `select t.workspace, t.external_id, t.source, t.words from ${KEYS}
  join object_text t on t.workspace = k.workspace and t.external_id = k.external_id`;
const DELETE = `delete from object_text t using unnest($1::text[], $2::text[], $3::text[]) as k (workspace, external_id, source)
  where t.workspace = k.workspace and t.external_id = k.external_id and t.source = k.source`;
const INSERT =
  'insert into object_text (workspace, external_id, source, words) select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])';

/** Objects that one statement examines. */
const LOOKED_AT = 10_000;

/** Objects without any search text after a given one ($1, $2): an older version wrote them without queueing them. */
const FIND_MISSED = `
  with page as materialized (
    select workspace, external_id from object_state where (workspace, external_id) > ($1, $2) order by workspace, external_id
    limit ${LOOKED_AT}
  ), missed as (
    insert into search_due (workspace, external_id)
    select o.workspace, o.external_id from page o
    where not exists (select from object_text t where t.workspace = o.workspace and t.external_id = o.external_id and t.source = 'i')
    returning 1
  )
  select workspace, external_id, (select count(*)::int from page) as looked, (select count(*)::int from missed) as missed
  from page order by workspace desc, external_id desc limit 1`;

interface TextRow {
  workspace: string;
  external_id: string;
  source: string;
  words: string;
}

const keyOf = ({ workspace, external_id, source }: TextRow): string => JSON.stringify([workspace, external_id, source]);

/**
 * Indexes the words of queued objects, of all workspaces in turn, and removes the words of deleted objects. For one caller at a time.
 */
export function takeUpTexts(pool: Pool, turns: WorkspaceTurns = new Map()): Promise<{ taken: number; more: boolean }> {
  return writeTransaction(pool, async (client) => {
    const { rows } = await client.query<{ workspace: string | null; external_id: string; next: string }>({
      name: 'take-search-due',
      text: TAKE,
      values: [BATCH, turns.get('search_due') ?? ''],
    });
    turns.set('search_due', rows[0]!.next);
    const due = rows.flatMap(({ workspace, external_id }) => (workspace === null ? [] : [{ workspace, external_id }]));
    // The workspace of an id never changes.
    const owners = new Map(due.map(({ external_id, workspace }) => [external_id, workspace]));
    for await (const { objects, states } of stretchesOf(client, [...owners])) await rewrite(client, objects, states);
    return { taken: due.length, more: due.length === BATCH };
  });
}

async function rewrite(client: PoolClient, objects: readonly Owned[], states: readonly ObjectState[]): Promise<void> {
  const wanted = new Map<string, TextRow>();
  for (const state of states) {
    for (const { source, words } of searchedTexts(state)) {
      const row = { workspace: state.workspace, external_id: state.externalId, source, words };
      wanted.set(keyOf(row), row);
    }
  }
  const { rows: held } = await client.query<TextRow>({
    name: 'held-texts',
    text: HELD,
    values: [textArray(objects.map(([, workspace]) => workspace)), textArray(objects.map(([externalId]) => externalId))],
  });
  const stale = held.filter((row) => wanted.get(keyOf(row))?.words !== row.words);
  const same = new Set(held.filter((row) => wanted.get(keyOf(row))?.words === row.words).map(keyOf));
  const fresh = [...wanted].filter(([key]) => !same.has(key)).map(([, row]) => row);
  const columns = (rows: readonly TextRow[]): Buffer[] => [
    textArray(rows.map((row) => row.workspace)),
    textArray(rows.map((row) => row.external_id)),
    textArray(rows.map((row) => row.source)),
  ];
  if (stale.length > 0) await client.query({ name: 'delete-texts', text: DELETE, values: columns(stale) });
  if (fresh.length > 0)
    await client.query({ name: 'insert-texts', text: INSERT, values: [...columns(fresh), textArray(fresh.map((row) => row.words))] });
}

/** Queues missed objects, a page at a time. @param between as in recountCells @returns number of missed objects */
export async function findMissedTexts(pool: Pool, between: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  let missed = 0;
  for (let after: [string, string] = ['', '']; ;) {
    const last = await writeTransaction(pool, async (client) => {
      return (await client.query<{ workspace: string; external_id: string; looked: number; missed: number }>(FIND_MISSED, after)).rows[0];
    });
    missed += last?.missed ?? 0;
    if (last === undefined || last.looked < LOOKED_AT) return missed;
    after = [last.workspace, last.external_id];
    await between();
  }
}
