import type { Pool } from 'pg';
import { textArray } from '#postgres/binary-array.js';
import { updatedAtOf } from '../storage/stored-state.js';
import type { ObjectToErase } from './erasure-commands.js';
import type { StaleRule } from './stale-rules.js';

/** Some rows of the table, in the order of their key. */
export interface StalePage {
  stale: (ObjectToErase & { revision: number })[];
  /** Id of the last row; undefined if no rows were left. */
  last: string | undefined;
}

const PAGE = `
  with page as materialized (select external_id, workspace, revision, state from object where external_id > $4
  order by external_id limit $5),
    rule as materialized (select * from unnest($1::text[], $2::text[], $3::text[]) as r (workspace, type, before))
  select (select max(external_id) from page) as last, array_agg(p.external_id) as ids, array_agg(p.workspace) as owners,
  array_agg(p.revision) as revisions
  from page p
  left join rule own on own.workspace = p.workspace and own.type = p.state->>'type'
  left join rule rest on rest.workspace = p.workspace and rest.type is null
  where p.workspace in (select workspace from rule) and p.state->>'erased' is null and p.state->'hold' is null
  and ${updatedAtOf('p.state')} collate "C" < coalesce(own.before, rest.before)`;

/** The next `rows` rows after an id, with those that are stale by the rules. */
export async function staleAfter(pool: Pool, rules: readonly StaleRule[], after: string, rows: number): Promise<StalePage> {
  const values = [
    textArray(rules.map(({ workspace }) => workspace)),
    textArray(rules.map(({ type }) => type)),
    textArray(rules.map(({ before }) => before)),
    after,
    rows,
  ];
  const { rows: found } = await pool.query<{
    last: string | null;
    ids: string[] | null;
    owners: string[] | null;
    revisions: string[] | null;
  }>(PAGE, values);
  const { last, ids, owners, revisions } = found[0]!;
  return {
    stale: (ids ?? []).map((externalId, at) => ({ externalId, workspace: owners![at]!, revision: Number(revisions![at]) })),
    last: last ?? undefined,
  };
}

/** How many of the objects still have the same revision: their commands are undecided, or were refused. */
export async function undecided(pool: Pool, objects: readonly { externalId: string; revision: number }[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from unnest($1::text[], $2::bigint[]) as k (external_id, revision) ' +
      'join object o on o.external_id = k.external_id and o.revision = k.revision',
    [objects.map(({ externalId }) => externalId), objects.map(({ revision }) => revision)],
  );
  return rows[0]!.count;
}
