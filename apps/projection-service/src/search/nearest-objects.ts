import type { Pool, PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { COUNTED_LEVELS } from '../map/counted-levels.js';
import { inBoundedTime } from '../reading/bounded-time.js';
import { boxConditions, objectConditions } from '../reading/object-list.js';
import { readModel } from '../reading/read-model.js';
import { boxAround, distanceSql, EARTH_RADIUS, HALF_AROUND } from '../space/great-circle.js';
import { cellAt, shareOf } from '../space/tile.js';
import { conditionSql } from './field-condition.js';
import type { FoundPage, SearchPosition } from './found-page.js';
import type { Near } from './near.js';
import type { SearchQuery } from './search-query.js';
import { wordsSql } from './words-sql.js';

export type NearQuery = SearchQuery & { near: Near };

const PATIENCE_MS = 5_000;
/** A smaller circle lies within a cell or two of the index anyway. */
const LEAST_METRES = 200;
/** Where nothing is counted around. */
const UNKNOWN_METRES = 5000;
/** Begun with a circle in which so many times as many are expected as are wanted. */
const AMPLE = 2;

interface NearRow {
  state: ObjectState;
  distance: number;
}

/** Objects by their distance from a place, nearest first, then by id. One that does not move meanwhile is on one page. */
export class NearestObjects {
  constructor(private readonly pool: Pool) {}

  page(query: NearQuery, after: SearchPosition | undefined, limit: number): Promise<FoundPage> {
    const farthest = query.near.radius ?? HALF_AROUND;
    return inBoundedTime(this.pool, PATIENCE_MS, async (client) => {
      const begun = Math.max(await this.firstRadius(client, query, limit), after === undefined ? 0 : Number(after[0]) * 1.1);
      for (let radius = Math.min(begun, farthest); ; radius = Math.min(radius * 2, farthest)) {
        const rows = await this.within(client, query, radius, after, limit + 1);
        if (rows.length <= limit && radius < farthest) continue;
        const taken = rows.slice(0, limit);
        const last = taken.at(-1);
        return {
          found: taken.map(({ state, distance }) => ({ object: readModel(state, query.narrowing), distance })),
          ...(rows.length > limit && last !== undefined && { end: [last.distance, last.state.externalId] }),
        };
      }
    });
  }

  private async within(client: PoolClient, query: NearQuery, radius: number, after: SearchPosition | undefined, limit: number): Promise<NearRow[]> {
    const values: unknown[] = [];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const { lat, lon } = query.near;
    const conditions = [...objectConditions(query, value), ...boxConditions(boxAround(lat, lon, radius), value), ...query.conditions.map((condition) => conditionSql(condition, value))];
    if (query.words !== undefined) conditions.push(wordsSql(query.words, query.narrowing, 'o', value));
    const distance = distanceSql(`${value(lat)}::float8`, `${value(lon)}::float8`);
    const beyond = after === undefined ? '' : `and (distance, external_id) > (${value(after[0])}::float8, ${value(after[1])})`;
    // Distances of all first, states of those that are shown alone: they are read from where they are.
    const { rows } = await client.query<NearRow>(
      `select s.state, n.distance from (
         select * from (select workspace, external_id, ${distance} as distance from object_state o where ${conditions.join(' and ')}) d
         where distance <= ${value(radius)}::float8 ${beyond} order by distance, external_id limit ${limit}
       ) n join object_state s on s.workspace = n.workspace and s.external_id = n.external_id order by n.distance, n.external_id`,
      values,
    );
    return rows;
  }

  /** By how many are counted around the place: of the finest cells that have enough. */
  private async firstRadius(client: PoolClient, { workspace, near, type }: NearQuery, limit: number): Promise<number> {
    const share = shareOf(near.lat, near.lon);
    const levels: number[] = [];
    const cells: number[] = [];
    for (const level of COUNTED_LEVELS) {
      const across = 2 ** level;
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const row = Math.floor(share.y * across) + dy;
          if (row < 0 || row >= across) continue;
          levels.push(level);
          cells.push(cellAt(level, (Math.floor(share.x * across) + dx + across) % across, row));
        }
      }
    }
    const { rows } = await client.query<{ level: number; count: number }>({
      name: `around${type === undefined ? '' : '-type'}`,
      text: `select k.level, sum(c.count)::float8 as count from unnest($2::int[], $3::int[]) as k (level, cell)
        join cell_count c on c.workspace = $1 and c.level = k.level and c.cell = k.cell ${type === undefined ? '' : 'and c.type = $4'} group by 1 order by 1 desc`,
      values: [workspace, levels, cells, ...(type === undefined ? [] : [type])],
    });
    const enough = rows.find(({ count }) => count > limit) ?? rows.at(-1);
    if (enough === undefined) return UNKNOWN_METRES;
    const side = (2 * Math.PI * EARTH_RADIUS * Math.max(0.01, Math.cos((near.lat * Math.PI) / 180))) / 2 ** enough.level;
    return Math.max(LEAST_METRES, side * Math.sqrt((9 * AMPLE * (limit + 1)) / (Math.PI * enough.count)));
  }
}
