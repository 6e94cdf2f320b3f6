import { compareObserved, follow, type Observation, type Row } from './movement.js';
import type { Refolded } from './refold.js';

/**
 * Observations of one row lie in the same of these spans, counted from the epoch: whoever asks for whole spans of time
 * finds them by the first of each row.
 */
export const PACK_MS = 5 * 60_000;
/** So that a row stays within its page: none of it is ever put aside. */
export const MOST_IN_PACK = 32;

export const spanOf = (at: number): number => Math.floor(at / PACK_MS);

/**
 * An object's observations that follow on one another and are stored as one row, in order; never empty. Packs of an
 * object do not overlap.
 */
export type Pack = readonly Row[];

/** What is observed after the first of a pack. Of what it followed on nothing needs to be stored: it follows on those before it. */
export type Later = Omit<Row, 'point' | 'anchor' | 'facet'>;

export function unpacked(first: Row, later: readonly Later[]): Row[] {
  const rows = [first];
  for (const observation of later) rows.push(follow(rows.at(-1), { ...observation, facet: first.facet }));
  return rows;
}

export interface Repacked {
  /** Packs that go, each known by its first. */
  removed: Row[];
  /** The first of packs that stay and follow on others now. */
  changed: Row[];
  /** To be stored, in order; where `begins` is set they must not be in one pack with the one before, as a pack that stays lies between. */
  written: { row: Row; begins: boolean }[];
}

/**
 * What is to be stored after a fold: packs that something came into the midst of are made anew.
 * @param packs in order
 */
export function repack(packs: readonly Pack[], { inserted, changed }: Pick<Refolded<Observation>, 'inserted' | 'changed'>): Repacked {
  const anew = new Map(changed.map((row) => [keyOf(row), row]));
  const now = (row: Row): Row => anew.get(keyOf(row)) ?? row;
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
      .filter((first) => anew.has(keyOf(first)))
      .map(now),
    written: rows.map((row, index) => ({ row, begins: index > 0 && passed[index] !== passed[index - 1] })),
  };
}

/** How many packs begin before a row. */
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
