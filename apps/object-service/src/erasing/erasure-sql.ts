import type { Pool } from 'pg';
import type { KeptObject } from '#object-rules/object.js';
import { textArray } from '#postgres/binary-array.js';
import { CONSUMER } from '../storage/consumer.js';

/** An object that is erased or will be. */
export type OwnedId = Pick<KeptObject, 'externalId' | 'workspace'>;

/** Some rows of the table, in key order. */
export interface ObjectPage {
  /** The rows of the given workspaces. */
  owned: OwnedId[];
  /** Id of the last row; undefined if no rows were left. */
  last: string | undefined;
}

/** The next `rows` rows after an id. Reads the rows of all workspaces: an index by workspace would slow down every write. */
export async function ownedAfter(pool: Pool, workspaces: readonly string[], after: string, rows: number): Promise<ObjectPage> {
  const { rows: found } = await pool.query<{ last: string | null; ids: string[] | null; owners: string[] | null }>(
    `with page as materialized (select external_id, workspace from object where external_id > $2 order by external_id limit $3)
     select max(external_id) as last, array_agg(external_id) filter (where workspace = any($1::text[])) as ids,
     array_agg(workspace) filter (where workspace = any($1::text[])) as owners
     from page`,
    [textArray(workspaces), after, rows],
  );
  const { last, ids, owners } = found[0]!;
  return { owned: (ids ?? []).map((externalId, at) => ({ externalId, workspace: owners![at]! })), last: last ?? undefined };
}

/** Those of the objects that are not erased: `held` ones are under a legal hold, `free` ones are not. */
export async function unerased(pool: Pool, objects: readonly OwnedId[]): Promise<{ free: OwnedId[]; held: OwnedId[] }> {
  if (objects.length === 0) return { free: [], held: [] };
  const { rows } = await pool.query<{ external_id: string; held: boolean }>(
    `select external_id, state->'hold' is not null as held from object where external_id = any($1::text[]) and state->>'erased' is null`,
    [textArray(objects.map(({ externalId }) => externalId))],
  );
  const left = new Map(rows.map((row) => [row.external_id, row.held]));
  return {
    free: objects.filter(({ externalId }) => left.get(externalId) === false),
    held: objects.filter(({ externalId }) => left.get(externalId) === true),
  };
}

/** Those of the workspaces that are not marked as erased. */
export async function unfinished(pool: Pool, workspaces: readonly string[]): Promise<string[]> {
  if (workspaces.length === 0) return [];
  const { rows } = await pool.query<{ workspace: string }>(
    'select w.workspace from unnest($1::text[]) as w (workspace) where not exists (select from ' +
      'erased_workspace e where e.workspace = w.workspace) order by 1',
    [textArray(workspaces)],
  );
  return rows.map(({ workspace }) => workspace);
}

const PRUNE_ROWS = 10_000;

/** Marks the workspaces as erased. Only the owners of ids remain; outcomes of operations (ids and revisions) end with their retention. */
export async function finish(pool: Pool, workspaces: readonly string[]): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      'delete from idempotency_key where ctid = any(array(select ctid from idempotency_key where workspace = any($1::text[]) limit $2))',
      [textArray(workspaces), PRUNE_ROWS],
    );
    if ((rowCount ?? 0) < PRUNE_ROWS) break;
  }
  await pool.query(
    'with counts as (delete from object_count where workspace = any($1::text[])) delete from object_lease ' +
      'where workspace = any($1::text[])',
    [textArray(workspaces)],
  );
  await pool.query('insert into erased_workspace (workspace) select * from unnest($1::text[]) on conflict do nothing', [
    textArray(workspaces),
  ]);
}

/** Next offset in `object.commands` by partition, as committed by the units of all instances. */
export async function processedOffsets(pool: Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ partition: number; next_offset: number }>(
    'select partition, next_offset - log_shift as next_offset from partition_offset where consumer = $1',
    [CONSUMER],
  );
  return new Map(rows.map((row) => [row.partition, row.next_offset]));
}
