import { cellToLatLng } from 'h3-js';
import type { Pool } from 'pg';
import { Problem } from '#problems/problem.js';
import { HOUR_MS } from '../folding/quarter.js';
import { cellText, FINEST, finestSql, type HeatBox, isInBox, parentSql, rangesOf, withCellsAround } from '../space/cells.js';
import { fineCells } from './fine-heat.js';
import type { HeatCell, HeatQuery } from './heat-query.js';

/** Most rows that are read for one map. */
const MAX_READ = 2_000_000;
/** Most cells of one map. */
const MAX_CELLS = 20_000;

/** The cells of a workspace with data of a range of hours. @throws Problem 400 if there would be too many */
export async function heatCells(pool: Pool, query: HeatQuery, mostPositions: number): Promise<HeatCell[]> {
  if (query.resolution <= FINEST && query.aggregate !== 'dwell') return keptCells(pool, query);
  if (query.number !== undefined) throw new Problem('invalid-parameter', `For values of fields, the resolution is at most ${FINEST}.`);
  const cells = await fineCells(pool, query, mostPositions);
  if (cells === undefined) {
    const kept = `With a resolution of ${FINEST} or less and without aggregate=dwell there is no such limit.`;
    throw new Problem(
      'invalid-parameter',
      `More than ${mostPositions} stored positions would have to be read; request a shorter time or a smaller bbox. ${kept}`,
    );
  }
  const shown = withEnough(cells, query);
  if (shown.length > MAX_CELLS) throw tooManyCells();
  return shown;
}

/**
 * The same for a tile, including neighbouring cells that extend into it. If there are too many of the finest cells, it contains those of
 * the finest stored resolution.
 */
export async function cellsOfTile(
  pool: Pool,
  ofTile: Omit<HeatQuery, 'resolution' | 'box'>,
  resolution: number,
  tile: HeatBox,
  mostPositions: number,
): Promise<HeatCell[]> {
  const query = { ...ofTile, resolution, box: withCellsAround(tile, resolution) };
  if (resolution <= FINEST || query.aggregate === 'dwell') return heatCells(pool, query, mostPositions);
  const fine = query.number === undefined ? await fineCells(pool, query, mostPositions) : undefined;
  if (fine === undefined) return keptCells(pool, { ...query, resolution: FINEST, box: withCellsAround(tile, FINEST) });
  return withEnough(fine, query);
}

const withEnough = <T extends { objects: number }>(cells: readonly T[], query: HeatQuery): T[] =>
  cells.filter(({ objects }) => objects >= query.minObjects);

const tooManyCells = (): Problem =>
  new Problem('invalid-parameter', `The map would have more than ${MAX_CELLS} cells; request a coarser resolution or a smaller bbox.`);

async function keptCells(pool: Pool, query: HeatQuery): Promise<HeatCell[]> {
  const ranges = query.box && rangesOf(query.box, query.resolution);
  const { rows } = await pool.query<{ cell: string; objects: number; observations: number; read: number }>(
    cellsSql(query.resolution, ranges),
    [query.workspace, query.from, query.to, ...bounds(ranges)],
  );
  if ((rows[0]?.read ?? 0) > MAX_READ)
    throw new Problem(
      'invalid-parameter',
      `More than ${MAX_READ} stays of objects in cells would have to be read; request a shorter time or a smaller bbox.`,
    );
  const shown = withEnough(rows, query);
  const cells = new Map(
    shown.map(({ cell, objects, observations }) => [cell, { cell: cellText(cell), objects, observations } as HeatCell]),
  );
  for (const [key, { cell }] of cells) if (query.box && !isInBox(query.box, cellToLatLng(cell))) cells.delete(key);
  if (cells.size > MAX_CELLS) throw tooManyCells();
  if (query.number === undefined || cells.size === 0) return [...cells.values()];
  return withValues(pool, query, ranges, cells);
}

type Ranges = ReturnType<typeof rangesOf>;
const bounds = (ranges: Ranges): string[][] => (ranges ? [ranges.map(({ from }) => from), ranges.map(({ to }) => to)] : []);
const ranged = (ranges: Ranges, column: string): string =>
  ranges ? `join unnest($4::bigint[], $5::bigint[]) as k (low, high) on ${column} between k.low and k.high` : '';

function cellsSql(resolution: number, ranges: Ranges): string {
  return `
    with stays as (
      select * from (
        select h.cell, h.external_id, h.observations from heat h ${ranged(ranges, 'h.cell')} where h.workspace = $1
        and h.hour >= $2::int and h.hour < $3::int
        union all
        select ${finestSql('o.cell')}, o.external_id, 1 from heat_progress p cross join each_observation o
        join facet f on f.id = o.facet ${ranged(ranges, finestSql('o.cell'))}
        where o.first_at >= p.upto and o.first_at >= $2::bigint * ${HOUR_MS} and o.first_at < $3::bigint * ${HOUR_MS}
        and f.workspace = $1 and o.cell is not null
      ) s limit ${MAX_READ + 1}
    )
    select ${parentSql('cell', resolution)}::text as cell, count(distinct external_id)::int as objects,
    sum(observations)::float8 as observations, (sum(count(*)) over ())::float8 as read
    from stays group by 1 order by 1`;
}

async function withValues(
  pool: Pool,
  { workspace, from, to, resolution, number, aggregate }: HeatQuery,
  ranges: Ranges,
  cells: ReadonlyMap<string, HeatCell>,
): Promise<HeatCell[]> {
  const field = (await pool.query<{ id: number }>('select id from field where workspace = $1 and name = $2', [workspace, number])).rows[0]
    ?.id;
  if (field === undefined) return [];
  const { rows } = await pool.query<{ cell: string; mean: number | null; max: number | null; read: number }>(
    `with sums as (select v.* from heat_value v ${ranged(ranges, 'v.cell')} where v.field = $1 and v.hour >= $2
      and v.hour < $3 limit ${MAX_READ + 1})
     select ${parentSql('cell', resolution)}::text as cell, (sum(micros) / nullif(sum(summed), 0) / 1000000)::float8 as mean,
     max(most) as max, (sum(count(*)) over ())::float8 as read
     from sums group by 1`,
    [field, from, to, ...bounds(ranges)],
  );
  if ((rows[0]?.read ?? 0) > MAX_READ)
    throw new Problem(
      'invalid-parameter',
      `More than ${MAX_READ} sums of values in cells would have to be read; request a shorter time or a smaller bbox.`,
    );
  return rows.flatMap(({ cell, mean, max }) => {
    const found = cells.get(cell);
    return found === undefined || (aggregate === 'mean' && mean === null) ? [] : [{ ...found, mean, max }];
  });
}
