import type { Pool } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { textSize } from '#postgres/text-size.js';
import { inBoundedTime } from '../reading/bounded-time.js';
import { boxConditions } from '../reading/object-filter.js';
import { boxOf } from '../space/box.js';
import { boxOfTile, CODE_ZOOM, rangeOf, type Tile } from '../space/tile.js';
import { countedLevel } from './counts/counted-levels.js';
import { type ClusterCategory, type CountedCell, HEADINGS, levelsToCluster, NAMED, type PlacedObject } from './tile-features.js';
import type { TileView } from './tile-view.js';

/** Most zoom levels between a tile and the cells of its clusters. */
const FINER = 5;
/** Above this limit, because of many types, clusters are built without types. */
const MAX_CELL_ROWS = 20_000;
const TIMEOUT_MS = 5_000;
/** Size of a large state in bytes, of which only the needed parts are read. */
const LARGE = 16 * 1024;
/** Margin in degrees around the box of a fine tile, so that rounding excludes no object. */
const MARGIN = 1e-9;

/** Counts by cell, and the zoom of the cells: finer than the tile where finer cells are counted, else the cell around the tile. */
export interface CountedTile {
  zoom: number;
  cells: CountedCell[];
  total: number;
}

/** The database queries for a tile. */
export class TileRows {
  constructor(private readonly pool: Pool) {}

  /** Counts, some hundred milliseconds old, for views that filter only by type. */
  async counted({ workspace, tile, types }: TileView): Promise<CountedTile> {
    const zoom = countedLevel(tile.z + FINER);
    const { from, to } = cellsOf(tile, zoom);
    const ofTypes = types === undefined ? '' : 'and type = any($5::text[])';
    const values = [workspace, zoom, from, to, ...(types === undefined ? [] : [types])];
    const where = `from cell_count where workspace = $1 and level = $2 and cell between $3 and $4 ${ofTypes}`;
    let { rows } = await this.pool.query<CountedCell>(`select cell, type, count ${where} limit ${MAX_CELL_ROWS + 1}`, values);
    if (rows.length > MAX_CELL_ROWS)
      ({ rows } = await this.pool.query<CountedCell>(`select cell, '' as type, sum(count)::int as count ${where} group by cell`, values));
    return { zoom, cells: rows, total: rows.reduce((sum, { count }) => sum + count, 0) };
  }

  /** The most common categories, of the field that colours the view, for each cluster of counted cells. */
  async categories({ workspace, tile, types, colour }: TileView, zoom: number): Promise<ClusterCategory[]> {
    if (colour === undefined) return [];
    const { from, to } = cellsOf(tile, zoom);
    const values = [workspace, zoom, from, to, colour, levelsToCluster(tile, zoom), NAMED, ...(types === undefined ? [] : [types])];
    const { rows } = await this.pool.query<ClusterCategory>(
      `select cluster, category, count from (
         select cell >> (2 * $6::int) as cluster, category, sum(count)::int as count,
         row_number() over (partition by cell >> (2 * $6::int) order by sum(count) desc, category) as nth
         from cell_category_count where workspace = $1 and level = $2 and cell between $3 and $4
         and field = $5 ${types === undefined ? '' : 'and type = any($8::text[])'} group by 1, 2
       ) c where nth <= $7`,
      values,
    );
    return rows;
  }

  /** Objects ordered by id, so that the same objects always give the same tile, byte for byte. */
  async objects(view: TileView, limit: number): Promise<ObjectState[]> {
    const { where, values } = conditionsOf(view);
    const shown = shownSql(view.colour === undefined ? [] : [`$${values.push(view.colour)}::text`]);
    const { rows } = await inBoundedTime(this.pool, TIMEOUT_MS, (client) =>
      client.query<{ state: ObjectState }>(`select ${shown} as state from object_state where ${where} limit ${limit}`, values),
    );
    return rows.map(({ state }) => state).sort(byId);
  }

  async places(view: TileView, limit: number): Promise<PlacedObject[]> {
    const { where, values } = conditionsOf(view);
    // Only Category fields: with another kind of field, almost every object would have a different category.
    const category =
      view.colour === undefined ? 'null' : `state #>> array['fields', $${values.push(view.colour)}, 'value', 'categoryName']`;
    const { rows } = await inBoundedTime(this.pool, TIMEOUT_MS, (client) =>
      client.query<PlacedObject>(`select lat, lon, type, ${category} as category from object_state where ${where} limit ${limit}`, values),
    );
    return rows;
  }
}

const byId = (a: ObjectState, b: ObjectState): number => (a.externalId < b.externalId ? -1 : 1);

/** SQL for a state; for a large one, only the parts that a tile shows. @param colours names of fields, as SQL */
function shownSql(colours: readonly string[]): string {
  const fields = [...HEADINGS.map((name) => `'${name}'`), ...colours].map((name) => `${name}, state #> array['fields', ${name}]`);
  return `case when ${textSize('state')} <= ${LARGE} then state
    else json_strip_nulls(json_build_object('externalId', external_id, 'title', title, 'type', type, 'icon', state -> 'icon',
    'position', state -> 'position', 'fields', json_build_object(${fields.join(', ')}))) end`;
}

/** The cells of a zoom that are in the tile, or the cell around it. */
function cellsOf(tile: Tile, zoom: number): { from: number; to: number } {
  const { from, to } = rangeOf(tile);
  const size = 4 ** (CODE_ZOOM - zoom);
  const cell = (code: number): number => Math.floor((code + 0x8000_0000) / size);
  return { from: cell(from), to: cell(to) };
}

function conditionsOf({ workspace, tile, types, narrowing }: TileView): { where: string; values: unknown[] } {
  const { from, to } = rangeOf(tile);
  const values: unknown[] = [workspace, from, to];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ['workspace = $1', 'q16 between $2 and $3', 'not archived'];
  if (tile.z > CODE_ZOOM) {
    const { west, south, east, north } = boxOfTile(tile);
    // Objects at the antimeridian and the poles, whose longitude the code does not determine, are always examined.
    conditions.push(
      `lat between ${value(south - MARGIN)} and ${value(north + MARGIN)}`,
      `(lon between ${value(west - MARGIN)} and ${value(east + MARGIN)} or abs(lon) >= 180 or abs(lat) >= 90)`,
    );
  }
  if (types !== undefined) conditions.push(`type = any(${value(types)}::text[])`);
  const { ids, idPrefix, bbox } = narrowing ?? {};
  if (ids !== undefined) conditions.push(`external_id = any(${value(ids)}::text[])`);
  if (idPrefix !== undefined) conditions.push(`starts_with(external_id, ${value(idPrefix)})`);
  if (bbox !== undefined) conditions.push(...boxConditions(boxOf(bbox), value));
  return { where: conditions.join(' and '), values };
}
