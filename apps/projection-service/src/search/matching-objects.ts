import type { Pool, PoolClient } from 'pg';
import { inBoundedTime } from '../reading/bounded-time.js';
import { objectConditions } from '../reading/object-filter.js';
import { readModel } from '../reading/read-model.js';
import { type Owned, statesOf } from '../reading/states-within.js';
import { conditionSql } from './field-condition.js';
import type { FoundPage, SearchPosition } from './found-page.js';
import type { SearchQuery } from './search-query.js';

const TIMEOUT_MS = 5_000;
/** Objects that the first statement examines: only few, since many may match. */
const FIRST_LOOK = 1000;
const LATER_LOOK = 10_000;
/** Most rows examined for one page; the next page continues there. */
const LOOKED_AT = 50_000;

/**
 * Objects whose fields meet conditions, ordered by id. The values are not indexed, so that frequent changes cost nothing.
 */
export class MatchingObjects {
  constructor(private readonly pool: Pool) {}

  /** A page may be short or empty although more follow, since the number of examined rows and the size of the result are limited. */
  page(query: SearchQuery, position: SearchPosition | undefined, limit: number): Promise<FoundPage> {
    return inBoundedTime(this.pool, TIMEOUT_MS, async (client) => {
      const { ids, end } = await this.matching(client, query, position, limit);
      const { states } = await statesOf(
        client,
        ids.map((id): Owned => [id, query.workspace]),
      );
      const found = states.map((state) => ({ object: readModel(state, query.narrowing) }));
      return states.length < ids.length ? { found, end: [states.at(-1)!.externalId] } : { found, end };
    });
  }

  private async matching(
    client: PoolClient,
    query: SearchQuery,
    position: SearchPosition | undefined,
    limit: number,
  ): Promise<{ ids: string[]; end?: SearchPosition }> {
    const ids: string[] = [];
    let after = position === undefined ? undefined : String(position[0]);
    for (let looked = 0, look = FIRST_LOOK; ; look = LATER_LOOK) {
      const values: unknown[] = [];
      const value = (given: unknown): string => `$${values.push(given)}`;
      const beyond = after === undefined ? '' : `and external_id > ${value(after)}`;
      const inner = `select external_id, state from object_state
        where ${objectConditions(query, value).join(' and ')} ${beyond} order by external_id limit ${look}`;
      const meets = query.conditions.map((condition) => conditionSql(condition, value)).join(' and ');
      // Only matching objects are sent, and the last examined one.
      const { rows } = await client.query<{ external_id: string; meets: boolean; count: number }>(
        `with looked as materialized (${inner}), judged as (select external_id, ${meets} as meets from looked)
         select external_id, meets, (select count(*)::int from looked) as count from judged
         where meets or external_id = (select max(external_id) from looked) order by external_id`,
        values,
      );
      for (const row of rows) {
        if (!row.meets) continue;
        if (ids.length === limit) return { ids, end: [ids.at(-1)!] };
        ids.push(row.external_id);
      }
      const count = rows[0]?.count ?? 0;
      if (count < look) return { ids };
      after = rows.at(-1)!.external_id;
      looked += count;
      if (looked >= LOOKED_AT) return { ids, end: [after] };
    }
  }
}
