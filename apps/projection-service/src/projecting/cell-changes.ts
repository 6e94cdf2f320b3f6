import type { PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { int4Array, textArray } from '#postgres/binary-array.js';
import { FINEST_COUNTED } from '../map/counted-levels.js';
import { q16Of } from '../space/morton.js';
import { cellOfPlace } from '../space/tile.js';

const APPEND = 'insert into cell_change (workspace, cell, type, change) select * from unnest($1::text[], $2::int[], $3::text[], $4::int[])';

interface CellChange {
  workspace: string;
  cell: number;
  type: string;
  change: number;
}

/** What of a state counts: archived objects are on no map. */
export type CountedState = Pick<ObjectState, 'workspace' | 'type' | 'archived'> & { position: Pick<ObjectState['position'], 'lat' | 'lon'> };

/** Sums what changes in the numbers of objects by cell and type. */
export class CellChanges {
  private readonly sums = new Map<string, CellChange>();

  /** @param before undefined: there was none; likewise `after`. */
  add(before: CountedState | undefined, after: CountedState | undefined): void {
    if (before !== undefined && after !== undefined && staysWhereItCounts(before, after)) return;
    if (before !== undefined && !before.archived) this.count(before, -1);
    if (after !== undefined && !after.archived) this.count(after, 1);
  }

  private count({ workspace, type = '', position }: CountedState, change: number): void {
    const cell = cellOfPlace(FINEST_COUNTED, q16Of(position.lat, position.lon));
    const key = `${cell} ${workspace} ${type}`;
    const sum = this.sums.get(key);
    if (sum === undefined) this.sums.set(key, { workspace, cell, type, change });
    else sum.change += change;
  }

  /** Appends them, for the one who keeps the numbers (indexing/cell-counts.ts): two units never wait for each other here. */
  async write(client: PoolClient): Promise<void> {
    const changes = [...this.sums.values()].filter(({ change }) => change !== 0);
    if (changes.length === 0) return;
    const of = <T>(pick: (change: CellChange) => T): T[] => changes.map(pick);
    await client.query({ name: 'append-cell-changes', text: APPEND, values: [textArray(of(({ workspace }) => workspace)), int4Array(of(({ cell }) => cell)), textArray(of(({ type }) => type)), int4Array(of(({ change }) => change))] });
  }
}

function staysWhereItCounts(before: CountedState, after: CountedState): boolean {
  if (before.archived !== after.archived || before.type !== after.type) return false;
  if (before.position.lat === after.position.lat && before.position.lon === after.position.lon) return true;
  return q16Of(before.position.lat, before.position.lon) >> SHIFT === q16Of(after.position.lat, after.position.lon) >> SHIFT;
}

/** Two bits a level. */
const SHIFT = 2 * (16 - FINEST_COUNTED);
