import type { PoolClient } from 'pg';
import { float8Array, int4Array, int8Array, textArray } from '#postgres/binary-array.js';
import { HOUR_MS } from '../folding/quarter.js';
import { WholeSum } from '../folding/sums.js';
import { heatUpto } from '../tables/heat-spans.js';
import type { UnwrittenRows } from './unwritten-rows.js';

const UPSERT = `
  insert into heat as held (workspace, cell, hour, external_id, observations)
  select workspace, cell::bigint, hour, external_id, count(*) from unnest($1::text[], $2::text[], $3::int[], $4::text[])
  as n (workspace, cell, hour, external_id)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (workspace, cell, hour, external_id) do update set observations = held.observations + excluded.observations`;

/** Adds observations from times that the heat already includes; the rest is processed in slices (heat-slices.ts), which costs less. */
export async function writeLateHeat(client: PoolClient, rows: UnwrittenRows): Promise<void> {
  if (rows.size === 0) return;
  const late = rows.placesBefore(await heatUpto(client, rows.times()));
  if (late.length === 0) return;
  await client.query({
    name: 'upsert-heat',
    text: UPSERT,
    values: [
      textArray(late.map(({ workspace }) => workspace)),
      textArray(late.map(({ cell }) => String(cell))),
      int4Array(late.map(({ at }) => Math.floor(at / HOUR_MS))),
      textArray(late.map(({ externalId }) => externalId)),
    ],
  });
}

/** Values of Number fields by cell and hour. */
export class CellValues {
  private readonly sums = new Map<
    string,
    { field: number; cell: bigint; hour: number; count: number; summed: number; micros: WholeSum; most: number }
  >();

  /** @param summable the value in millionths; undefined if it is too large to be summed */
  add(field: number, cell: bigint, at: number, value: number, summable: number | undefined): void {
    const hour = Math.floor(at / HOUR_MS);
    const key = `${field} ${cell} ${hour}`;
    let sums = this.sums.get(key);
    if (sums === undefined)
      this.sums.set(key, (sums = { field, cell, hour, count: 0, summed: 0, micros: new WholeSum(), most: -Infinity }));
    sums.count++;
    if (value > sums.most) sums.most = value;
    if (summable === undefined) return;
    sums.summed++;
    sums.micros.add(summable);
  }

  async write(client: PoolClient): Promise<void> {
    const rows = [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => sums);
    if (rows.length === 0) return;
    await client.query({
      name: 'upsert-heat-values',
      text: `insert into heat_value as held (field, cell, hour, count, summed, micros, most)
        select field, cell::bigint, hour, count, summed, micros::numeric, most
        from unnest($1::int[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::float8[])
        as n (field, cell, hour, count, summed, micros, most)
        on conflict (field, cell, hour) do update set count = held.count + excluded.count,
        summed = held.summed + excluded.summed, micros = held.micros + excluded.micros,
        most = greatest(held.most, excluded.most)`,
      values: [
        int4Array(rows.map(({ field }) => field)),
        textArray(rows.map(({ cell }) => String(cell))),
        int4Array(rows.map(({ hour }) => hour)),
        int8Array(rows.map(({ count }) => count)),
        int8Array(rows.map(({ summed }) => summed)),
        textArray(rows.map(({ micros }) => String(micros))),
        float8Array(rows.map(({ most }) => most)),
      ],
    });
  }
}
