import type { Pool, PoolClient } from 'pg';
import { inBoundedTime } from '../reading/bounded-time.js';
import { LOOKED_AT, lookedAt, statementName } from '../reading/looked-at.js';
import type { Near } from '../reading/near.js';
import { boxConditions, insideConditions, objectConditions } from '../reading/object-filter.js';
import { readModel } from '../reading/read-model.js';
import { type StatesWithin, statesWithin } from '../reading/states-within.js';
import { boxAround, distanceSql, EARTH_RADIUS, HALF_AROUND } from '../space/great-circle.js';
import { cellAt, shareOf } from '../space/tile.js';
import { COUNTED_LEVELS } from '../tiles/counts/counted-levels.js';
import { conditionSql } from './field-condition.js';
import type { FoundPage, SearchPosition } from './found-page.js';
import type { SearchQuery } from './search-query.js';
import { wordsSql } from './words-sql.js';

export type NearQuery = SearchQuery & { near: Near };

const TIMEOUT_MS = 5_000;
/** The smallest first radius; a smaller circle would read the same one or two cells of the index. */
const MIN_METRES = 200;
/** First radius if there are no counts around the place. */
const UNKNOWN_METRES = 5000;
/** The first circle should contain this many times the requested number. */
const AMPLE = 2;

/** Objects by distance from a place, nearest first, then by id. An object that does not move while pages are read is on exactly one. */
export class NearestObjects {
  constructor(private readonly pool: Pool) {}

  page(query: NearQuery, after: SearchPosition | undefined, limit: number): Promise<FoundPage> {
    const farthest = query.near.radius ?? HALF_AROUND;
    return inBoundedTime(this.pool, TIMEOUT_MS, async (client) => {
      const begun = Math.max(await this.firstRadius(client, query, limit), after === undefined ? 0 : Number(after[0]) * 1.1);
      for (let radius = Math.min(begun, farthest); ; radius = Math.min(radius * 2, farthest)) {
        const { states, extras: distances, count } = await this.within(client, query, radius, after, limit);
        if (count <= limit && radius < farthest) continue;
        return {
          found: states.map((state, at) => ({ object: readModel(state, query.narrowing), distance: distances[at]! })),
          ...(count > states.length && { end: [distances.at(-1)!, states.at(-1)!.externalId] }),
        };
      }
    });
  }

  private async within(
    client: PoolClient,
    query: NearQuery,
    radius: number,
    after: SearchPosition | undefined,
    limit: number,
  ): Promise<StatesWithin> {
    const ofFew = await this.select(client, query, radius, after, limit, true);
    return ofFew.looked > LOOKED_AT ? this.select(client, query, radius, after, limit, false) : ofFew;
  }

  /** @param isOfFew read range by range of the index; otherwise Postgres chooses the plan */
  private select(
    client: PoolClient,
    query: NearQuery,
    radius: number,
    after: SearchPosition | undefined,
    limit: number,
    isOfFew: boolean,
  ): Promise<StatesWithin> {
    const values: unknown[] = [];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const { lat, lon } = query.near;
    const box = boxAround(lat, lon, radius);
    const looked = isOfFew
      ? {
          table: lookedAt(query.workspace, box, value),
          nameOf:
            query.narrowing === undefined && query.conditions.length === 0 && query.box === undefined ? statementName : () => undefined,
        }
      : undefined;
    const conditions = [
      ...objectConditions(query, value),
      ...(isOfFew ? insideConditions : boxConditions)(box, value),
      ...query.conditions.map((condition) => conditionSql(condition, value)),
    ];
    if (query.words !== undefined) conditions.push(wordsSql(query.words, query.narrowing, 'o', value));
    const distance = distanceSql(`${value(lat)}::float8`, `${value(lon)}::float8`);
    const beyond = after === undefined ? '' : `and (distance, external_id) > (${value(after[0])}::float8, ${value(after[1])})`;
    const text = `select state, distance from (select external_id, state, ${distance} as distance
      from ${isOfFew ? 'looked' : 'object_state'} o where ${conditions.join(' and ')}) d
      where distance <= ${value(radius)}::float8 ${beyond} order by distance, external_id limit ${value(limit + 1)}::int`;
    return statesWithin(client, { text, values, extra: 'distance', looked }, limit);
  }

  /** The first radius, estimated from the counts around the place with the finest cells that have enough objects. */
  private async firstRadius(
    client: PoolClient,
    { workspace, near, type, types = type === undefined ? undefined : [type] }: NearQuery,
    limit: number,
  ): Promise<number> {
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
      name: `around${types === undefined ? '' : '-types'}`,
      text: `select k.level, sum(c.count)::float8 as count from unnest($2::int[], $3::int[]) as k (level, cell)
        join cell_count c on c.workspace = $1 and c.level = k.level
        and c.cell = k.cell ${types === undefined ? '' : 'and c.type = any($4::text[])'} group by 1 order by 1 desc`,
      values: [workspace, levels, cells, ...(types === undefined ? [] : [types])],
    });
    const enough = rows.find(({ count }) => count > limit) ?? rows.at(-1);
    if (enough === undefined) return UNKNOWN_METRES;
    const side = (2 * Math.PI * EARTH_RADIUS * Math.max(0.01, Math.cos((near.lat * Math.PI) / 180))) / 2 ** enough.level;
    return Math.max(MIN_METRES, side * Math.sqrt((9 * AMPLE * (limit + 1)) / (Math.PI * enough.count)));
  }
}
