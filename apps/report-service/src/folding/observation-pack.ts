import { compareObserved, follow, type Observation, type Row } from './movement.js';
import type { Refolded } from './refold.js';

/**
 * All observations of one row are in the same span of this length, counted from the epoch, so that a query for whole spans finds them by
 * the first one of each row.
 */
export const PACK_MS = 5 * 60_000;
/** Keeps a row small enough to avoid out-of-line storage. */
export const MAX_IN_PACK = 32;

export const spanOf = (at: number): number => Math.floor(at / PACK_MS);

/**
 * Consecutive observations of an object in order, stored as one row; never empty. Packs of an object do not overlap.
 */
export type Pack = readonly Row[];

/** A later observation of a pack. Its predecessor is not stored, since that is the observation before it in the pack. */
export type Later = Omit<Row, 'point' | 'anchor' | 'facet'>;

export function unpacked(first: Row, later: readonly Later[]): Row[] {
  const rows = [first];
  for (const observation of later) rows.push(follow(rows.at(-1), { ...observation, facet: first.facet }));
  return rows;
}

export interface Repacked {
  /** Packs to delete, each identified by its first observation. */
  removed: Row[];
  /** The first observations of packs that stay but now have another predecessor. */
  changed: Row[];
  /** Rows to store, in order. With `begins`, a row starts a new pack, since a pack that stays is between it and the row before. */
  written: { row: Row; begins: boolean }[];
}

/**
 * The changes to store after a fold; packs with a new observation in their middle are written again.
 * @param packs in order
 */
export function repack(packs: readonly Pack[], { inserted, changed }: Pick<Refolded<Observation>, 'inserted' | 'changed'>): Repacked {
  const changedByKey = new Map(changed.map((row) => [keyOf(row), row]));
  const now = (row: Row): Row => changedByKey.get(keyOf(row)) ?? row;
  const fresh = inserted.map(({ row }) => row);
  const broken = new Set<Pack>();
  for (const row of fresh) {
    const pack = packs[begunBefore(packs, row) - 1];
    if (pack !== undefined && compareObserved(row, pack.at(-1)!) < 0) broken.add(pack);
  }
  const staying = packs.filter((pack) => !broken.has(pack));
  const rows = [...fresh, ...[...broken].flatMap((pack) => pack.map(now))].sort(compareObserved);
  const passed = rows.map((row) => begunBefore(staying, row));
  return {
    removed: [...broken].map(([first]) => first!),
    changed: staying
      .map(([first]) => first!)
      .filter((first) => changedByKey.has(keyOf(first)))
      .map(now),
    written: rows.map((row, index) => ({ row, begins: index > 0 && passed[index] !== passed[index - 1] })),
  };
}

/** Number of packs that begin before a row. */
function begunBefore(packs: readonly Pack[], row: Row): number {
  let [low, high] = [0, packs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareObserved(packs[middle]![0]!, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const keyOf = ({ at, revision }: Row): string => `${at} ${revision}`;
