import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { idInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { LOOKED_AT, lookedAt, statementName } from '../reading/looked-at.js';
import { stateInside } from '../reading/narrowed-state.js';
import { insideConditions, objectConditions, type ObjectFilter } from '../reading/object-filter.js';
import { type ReadModel, readModel } from '../reading/read-model.js';
import { type Selection, type StatesWithin, statesWithin } from '../reading/states-within.js';
import type { Box } from '../space/box.js';

/** Lists of objects, ordered by id (bytes), so that none is missed or repeated when objects move while pages are read. */
export class ObjectList {
  constructor(private readonly pool: Pool) {}

  /** The newest state. Undefined, too, for an object of another workspace or outside the narrowing, so that callers see no difference. */
  async find(workspace: string, externalId: string, narrowing?: Narrowing): Promise<ReadModel | undefined> {
    if (narrowing && !idInside(narrowing, externalId)) return undefined;
    const { rows } = await this.pool.query<{ state: ObjectState }>({
      name: 'object',
      text: 'select state from object_state where workspace = $1 and external_id = $2',
      values: [workspace, externalId],
    });
    const state = rows[0]?.state;
    return state === undefined || (narrowing && !stateInside(narrowing, state)) ? undefined : readModel(state, narrowing);
  }

  /**
   * A page. It may be short although more objects follow, since its size in bytes is limited, too.
   * @param after id of the last object of the previous page
   * @returns at most `limit` objects, and whether more follow
   */
  async page(filter: ObjectFilter, after: string | undefined, limit: number): Promise<{ objects: ReadModel[]; more: boolean }> {
    const few = filter.box === undefined ? undefined : await this.ofFew({ ...filter, box: filter.box }, after, limit);
    const { states, count } = few ?? (await statesWithin(this.pool, listed(filter, after, limit + 1), limit));
    return { objects: states.map((state) => readModel(state, filter.narrowing)), more: count > states.length };
  }

  /** The page for a box with few objects; undefined if there are more. */
  private async ofFew(
    { box, ...filter }: ObjectFilter & { box: Box },
    after: string | undefined,
    limit: number,
  ): Promise<StatesWithin | undefined> {
    const values: unknown[] = [];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const table = lookedAt(filter.workspace, box, value);
    const conditions = [...objectConditions(filter, value), ...insideConditions(box, value)];
    const page = await statesWithin(
      this.pool,
      {
        text: ordered('looked', conditions, after, limit + 1, value),
        values,
        looked: { table, nameOf: filter.narrowing === undefined ? statementName : () => undefined },
      },
      limit,
    );
    return page.looked > LOOKED_AT ? undefined : page;
  }
}

/** An ObjectList that never reads from a replica, since pages with a cursor must not be older than the cursor. */
export class SnapshotList extends ObjectList {}

/** Planned with the values of each request, since the number of rows in the ranges decides which index is best. */
function listed(filter: ObjectFilter, after: string | undefined, limit: number): Selection {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  return { text: ordered('object_state', objectConditions(filter, value), after, limit, value), values };
}

function ordered(
  table: string,
  conditions: readonly string[],
  after: string | undefined,
  limit: number,
  value: (given: unknown) => string,
): string {
  const beyond = after === undefined ? [] : [`external_id > ${value(after)}`];
  return `select state from ${table} where ${[...conditions, ...beyond].join(' and ')} order by external_id limit ${value(limit)}::int`;
}
