import type { Pool, PoolClient } from 'pg';
import { int8Array, textArray } from '#postgres/binary-array.js';
import type { ObjectEvent } from '../folding/object-event.js';
import { HOUR_MS } from '../folding/quarter.js';
import { finestSql } from '../space/cells.js';
import { takeErasuresTurn } from '../tables/erasures-turn.js';

/** Tables with rows of single objects. Sums belong to no object, and stay. */
const OF_OBJECTS = ['observation', 'profile', 'object_call', 'visit'] as const;

const DELETE_HEAT = `
  delete from heat h using (select distinct f.workspace, ${finestSql('o.cell')} as cell, (o.at / ${HOUR_MS})::int as hour,
  o.external_id from each_observation o join facet f on f.id = o.facet where o.external_id = any($1::text[])
  and o.cell is not null) k
  where h.workspace = k.workspace and h.cell = k.cell and h.hour = k.hour and h.external_id = k.external_id`;

/** Whether anything was ever erased. */
export async function anyErased(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>('select exists (select from erased_object) as some');
  return rows[0]!.some;
}

/** The last revision to delete, for those of these objects that were erased. */
export async function readErased(client: PoolClient, externalIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ external_id: string; revision: number }>({
    name: 'erased',
    text: 'select e.external_id, e.revision from unnest($1::text[]) as k (external_id) join erased_object e using (external_id)',
    values: [textArray(externalIds)],
  });
  return new Map(rows.map(({ external_id, revision }) => [external_id, revision]));
}

/** Deletes all data of these objects. */
export async function eraseObjects(client: PoolClient, erased: ReadonlyMap<string, ObjectEvent>): Promise<void> {
  const ids = [...erased.keys()].sort();
  const before = await readErased(client, ids);
  const due = ids.filter((id) => erased.get(id)!.revision > (before.get(id) ?? 0));
  if (due.length === 0) return;
  await takeErasuresTurn(client);
  // Before the observations, which are needed to find the heat.
  await client.query(DELETE_HEAT, [textArray(due)]);
  for (const table of OF_OBJECTS) await client.query(`delete from ${table} where external_id = any($1::text[])`, [textArray(due)]);
  await client.query(
    `insert into erased_object (external_id, revision) select * from unnest($1::text[], $2::bigint[])
     on conflict (external_id) do update set revision = greatest(erased_object.revision, excluded.revision)`,
    [textArray(due), int8Array(due.map((id) => erased.get(id)!.revision))],
  );
}
