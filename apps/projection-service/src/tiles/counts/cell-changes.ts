import type { PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { int4Array, textArray } from '#postgres/binary-array.js';
import { q16Of } from '../../space/morton.js';
import { cellOfPlace } from '../../space/tile.js';
import { countedCategories } from './counted-categories.js';
import { FINEST_COUNTED } from './counted-levels.js';

const APPEND = 'insert into cell_change (workspace, cell, type, change) select * from unnest($1::text[], $2::int[], $3::text[], $4::int[])';
const APPEND_CATEGORIES =
  'insert into cell_category_change (workspace, cell, type, field, category, change) select * from ' +
  'unnest($1::text[], $2::int[], $3::text[], $5::text[], $6::text[], $4::int[])';

interface CellChange {
  workspace: string;
  cell: number;
  type: string;
  change: number;
}

interface CategoryChange extends CellChange {
  field: string;
  category: string;
}

/** The part of a state that is counted; archived objects are not, since maps do not show them. */
export type CountedState = Pick<ObjectState, 'workspace' | 'type' | 'archived' | 'fields'> & {
  position: Pick<ObjectState['position'], 'lat' | 'lon'>;
};

/** Sums the changes of the counts by cell, type and category. */
export class CellChanges {
  private readonly ofTypes = new Map<string, CellChange>();
  private readonly ofCategories = new Map<string, CategoryChange>();

  /** @param before undefined if there was no state; likewise `after` */
  add(before: CountedState | undefined, after: CountedState | undefined): void {
    if (before !== undefined && after !== undefined && staysWhereItCounts(before, after)) {
      if (before.fields !== after.fields && !after.archived) this.recategorise(before, after);
      return;
    }
    if (before !== undefined && !before.archived) this.count(before, -1);
    if (after !== undefined && !after.archived) this.count(after, 1);
  }

  private count(state: CountedState, change: number): void {
    const at = placeOf(state);
    sum(this.ofTypes, `${at.cell} ${at.workspace} ${at.type}`, { ...at, change });
    for (const [field, category] of countedCategories(state.fields)) this.countCategory(at, field, category, change);
  }

  private recategorise(before: CountedState, after: CountedState): void {
    const [was, is] = [countedCategories(before.fields), countedCategories(after.fields)];
    if (was.length === is.length && was.every(([field, category], at) => field === is[at]![0] && category === is[at]![1])) return;
    const at = placeOf(after);
    for (const [field, category] of was) this.countCategory(at, field, category, -1);
    for (const [field, category] of is) this.countCategory(at, field, category, 1);
  }

  private countCategory(at: Omit<CellChange, 'change'>, field: string, category: string, change: number): void {
    sum(this.ofCategories, JSON.stringify([at.cell, at.workspace, at.type, field, category]), { ...at, field, category, change });
  }

  /** Appends the changes for the process that maintains the counts (cell-counts.ts), so that units never wait for each other here. */
  async write(client: PoolClient): Promise<void> {
    const types = changed(this.ofTypes);
    if (types.length > 0) await client.query({ name: 'append-cell-changes', text: APPEND, values: columns(types) });
    const categories = changed(this.ofCategories);
    if (categories.length > 0)
      await client.query({
        name: 'append-category-changes',
        text: APPEND_CATEGORIES,
        values: [
          ...columns(categories),
          textArray(categories.map(({ field }) => field)),
          textArray(categories.map(({ category }) => category)),
        ],
      });
  }
}

function placeOf({ workspace, type = '', position }: CountedState): Omit<CellChange, 'change'> {
  return { workspace, type, cell: cellOfPlace(FINEST_COUNTED, q16Of(position.lat, position.lon)) };
}

function sum<T extends CellChange>(sums: Map<string, T>, key: string, one: T): void {
  const held = sums.get(key);
  if (held === undefined) sums.set(key, one);
  else held.change += one.change;
}

const changed = <T extends CellChange>(sums: Map<string, T>): T[] => [...sums.values()].filter(({ change }) => change !== 0);

function columns(changes: readonly CellChange[]): Buffer[] {
  return [
    textArray(changes.map(({ workspace }) => workspace)),
    int4Array(changes.map(({ cell }) => cell)),
    textArray(changes.map(({ type }) => type)),
    int4Array(changes.map(({ change }) => change)),
  ];
}

function staysWhereItCounts(before: CountedState, after: CountedState): boolean {
  if (before.archived !== after.archived || before.type !== after.type) return false;
  if (before.position.lat === after.position.lat && before.position.lon === after.position.lon) return true;
  return q16Of(before.position.lat, before.position.lon) >> SHIFT === q16Of(after.position.lat, after.position.lon) >> SHIFT;
}

/** Two bits per level. */
const SHIFT = 2 * (16 - FINEST_COUNTED);
