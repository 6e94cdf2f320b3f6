import { cellToLatLng, cellToParent, latLngToCell } from 'h3-js';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { HOUR_MS } from '../folding/quarter.js';
import { FINEST, finestSql, isInBox, rangesAround, rangesOf } from '../space/cells.js';
import { PACK_COLUMNS, type StoredPack } from '../tables/observation-packs.js';
import type { HeatCell, HeatQuery } from './heat-query.js';

/** Packs per fetch. */
const FETCHED = 1000;
/** The longest time between two positions that counts as a stay. */
const MAX_STAY_MS = 15 * 60_000;

/**
 * $1 workspace, $2 and $3 the hours, $4 and $5 ranges of cells. The next position may be in the following hour. Sorted before the join, so
 * that a cursor can stop early; the nested loop keeps the order.
 */
const OBSERVATIONS = (ranged: (column: string) => string): string => `
  declare observations no scroll cursor for
  select s.external_id, o.* from (
    select h.external_id, h.hour from heat h ${ranged('h.cell')}
    where h.workspace = $1 and h.hour >= $2::int and h.hour < $3::int
    union
    select o.external_id, (o.first_at / ${HOUR_MS})::int
    from heat_progress p cross join each_observation o join facet f on f.id = o.facet ${ranged(finestSql('o.cell'))}
    where o.first_at >= p.upto and o.first_at >= $2::bigint * ${HOUR_MS} and o.first_at < $3::bigint * ${HOUR_MS}
      and f.workspace = $1 and o.cell is not null
    order by 1, 2
  ) s, lateral (
    select ${PACK_COLUMNS} from observation o
    where o.external_id = s.external_id
      and o.at >= s.hour::bigint * ${HOUR_MS} and o.at < (s.hour + 1)::bigint * ${HOUR_MS} + ${MAX_STAY_MS}
    order by o.at, o.revision
  ) o`;

type Fetched = StoredPack & { external_id: string };

/**
 * Cells of any resolution, with the time that objects stayed in them, from the stored reports of nearby objects. It needs no additional
 * stored data, and so costs nothing when reports arrive.
 * @returns undefined if more positions than `mostPositions` would have to be read
 */
export function fineCells(pool: Pool, query: HeatQuery, mostPositions: number): Promise<HeatCell[] | undefined> {
  const { workspace, from, to, resolution, box } = query;
  const ranges = box && (resolution > FINEST ? rangesAround(box) : rangesOf(box, resolution));
  const bounds = ranges ? [ranges.map(({ from: low }) => low), ranges.map(({ to: high }) => high)] : [];
  const join = (column: string): string => `join unnest($4::bigint[], $5::bigint[]) as k (low, high) on ${column} between k.low and k.high`;
  return inTransaction(pool, async (client) => {
    await client.query(OBSERVATIONS(ranges ? join : () => ''), [workspace, from, to, ...bounds]);
    const cells = new FineCells(from * HOUR_MS, to * HOUR_MS, resolution, Date.now());
    let read = 0;
    for await (const pack of packs(client)) {
      read += 1 + (pack.later_at?.length ?? 0);
      if (read > mostPositions) return undefined;
      cells.take(pack);
    }
    return cells.found(box);
  });
}

async function* packs(client: PoolClient): AsyncGenerator<Fetched> {
  for (;;) {
    const { rows } = await client.query<Fetched>(`fetch ${FETCHED} from observations`);
    yield* rows;
    if (rows.length < FETCHED) return;
  }
}

interface Counted {
  objects: number;
  observations: number;
  ms: number;
  /** The object counted last; objects come one after another. */
  newest: string | undefined;
}

/** Counts reports object by object, in the order of observation. Some reports occur twice. */
class FineCells {
  private readonly cells = new Map<string, Counted>();
  private object: string | undefined;
  private at = -Infinity;
  private revision = 0;
  private lat = NaN;
  private lon = NaN;
  private cell: Counted | undefined;

  constructor(
    private readonly from: number,
    private readonly to: number,
    private readonly resolution: number,
    private readonly now: number,
  ) {}

  take({ external_id: object, at, revision, lat, lon, later_at, later_revision, later_lat, later_lon }: Fetched): void {
    if (object !== this.object) {
      this.endStay(this.now);
      this.object = object;
      this.at = -Infinity;
      this.cell = undefined;
    }
    this.report(at, revision, lat, lon);
    for (const [index, time] of (later_at ?? []).entries()) {
      this.report(Number(time), Number(later_revision![index]), later_lat![index]!, later_lon![index]!);
    }
  }

  private report(at: number, revision: number, lat: number | null, lon: number | null): void {
    if (lat === null || at < this.at || (at === this.at && revision <= this.revision)) return;
    this.endStay(at);
    this.at = at;
    this.revision = revision;
    if (at < this.from || at >= this.to) this.cell = undefined;
    else this.seenAt(lat, lon!);
  }

  private endStay(at: number): void {
    if (this.cell !== undefined) this.cell.ms += Math.max(0, Math.min(at, this.to, this.at + MAX_STAY_MS) - this.at);
  }

  private seenAt(lat: number, lon: number): void {
    if (this.cell === undefined || lat !== this.lat || lon !== this.lon) {
      const name = this.cellAt(lat, lon);
      this.cell = this.cells.get(name);
      if (this.cell === undefined) this.cells.set(name, (this.cell = { objects: 0, observations: 0, ms: 0, newest: undefined }));
      [this.lat, this.lon] = [lat, lon];
    }
    this.cell.observations++;
    if (this.cell.newest === this.object) return;
    this.cell.newest = this.object;
    this.cell.objects++;
  }

  /** The cell of a place; for a stored resolution the parent of the finest stored cell, to match the stored heat. */
  private cellAt(lat: number, lon: number): string {
    const cell = latLngToCell(lat, lon, Math.max(this.resolution, FINEST));
    return this.resolution < FINEST ? cellToParent(cell, this.resolution) : cell;
  }

  found(box: HeatQuery['box']): HeatCell[] {
    this.endStay(this.now);
    this.cell = undefined;
    return [...this.cells]
      .filter(([cell]) => box === undefined || isInBox(box, cellToLatLng(cell)))
      .map(([cell, { objects, observations, ms }]) => ({ cell, objects, observations, dwellSeconds: Math.round(ms / 1000) }))
      .sort((one, other) => (one.cell < other.cell ? -1 : 1));
  }
}
