import { quarterOf, QUARTER_MS, QUARTERS_A_DAY } from './quarter.js';
import { type Row, segmentOf } from './movement.js';

/** What is added to the sums of a facet in a quarter; whole numbers, also below zero where a late report corrects. */
export interface MovementSums {
  distanceMm: number;
  movingMs: number;
  stillMs: number;
  stops: number;
}

/** Changes of objects, as they came; nothing ever takes one away again. */
export interface ChangeSums {
  /** All of them, edits and archiving too. */
  updates: number;
  created: number;
  /** Older than what was known. */
  stale: number;
}

/** Of reported numbers. */
export interface ValueSums {
  count: number;
  /** Of the values in millionths, each rounded; those beyond ±`MOST_SUMMED` are left out. */
  micros: bigint;
  summed: number;
  least: number;
  most: number;
}

/** Values of larger size can not be summed exactly. */
const MOST_SUMMED = 1e9;

/**
 * An object is there for the first time in a bucket when it was last seen before the bucket began: so many quarters ago. Longer
 * ago than the longest day (25 hours) is all the same.
 */
export const LONGEST_ABSENCE = QUARTERS_A_DAY + 4 + 1;

/** Facet and quarter as one number; both below 2^26. */
const sumKey = (facet: number, quarter: number): number => facet * 2 ** 23 + quarter;
export const keyFacet = (key: number): number => Math.floor(key / 2 ** 23);
export const keyQuarter = (key: number): number => key % 2 ** 23;

/** What a unit of work adds to the sums. */
export class UnitSums {
  readonly movement = new Map<number, MovementSums>();
  /** Newest observation, by facet and quarter. */
  readonly seen = new Map<number, number>();
  /** By facet and quarter, then by quarters of absence before: how many objects came. */
  readonly arrivals = new Map<number, Map<number, number>>();
  /** By facet and quarter. */
  readonly allChanges = new Map<number, ChangeSums>();
  /** The same by subject, then by facet and quarter. */
  readonly changes = new Map<string, Map<number, ChangeSums>>();
  /** By number of the field, then by facet and quarter. */
  readonly values = new Map<number, Map<number, ValueSums>>();

  /** Adds (sign 1) or takes away (−1) what a row brings with this row before it. */
  readonly step = (before: Row | undefined, row: Row, sign: 1 | -1): void => {
    this.arrive(before, row, sign);
    const segment = segmentOf(before, row);
    if (segment === undefined) return;
    const { facet } = before!;
    if (segment.distanceMm > 0) this.movementOf(facet, quarterOf(row.at)).distanceMm += sign * segment.distanceMm;
    if (segment.stopSince !== undefined) this.movementOf(facet, quarterOf(segment.stopSince)).stops += sign;
    if (segment.time !== 'unknown') this.spread(facet, before!.point!.at, row.at, segment.time === 'moving' ? 'movingMs' : 'stillMs', sign);
  };

  change(subject: string, row: Row, kind: { created: boolean; stale: boolean }): void {
    const key = sumKey(row.facet, quarterOf(row.at));
    for (const sums of [entry(this.allChanges, key, noChanges), entry(entry(this.changes, subject, newMap<ChangeSums>), key, noChanges)]) {
      sums.updates++;
      if (kind.created) sums.created++;
      if (kind.stale) sums.stale++;
    }
    const seen = this.seen.get(key);
    if (seen === undefined || seen < row.at) this.seen.set(key, row.at);
  }

  /** @returns what was added to the sum; undefined for a value that is too large for that */
  value(field: number, row: Row, value: number): bigint | undefined {
    const sums = entry(entry(this.values, field, newMap<ValueSums>), sumKey(row.facet, quarterOf(row.at)), noValues);
    sums.count++;
    if (value < sums.least) sums.least = value;
    if (value > sums.most) sums.most = value;
    if (Math.abs(value) > MOST_SUMMED) return undefined;
    const micros = BigInt(Math.round(value * 1e6));
    sums.micros += micros;
    sums.summed++;
    return micros;
  }

  private arrive(before: Row | undefined, { facet, at }: Row, sign: 1 | -1): void {
    const quarter = quarterOf(at);
    const absence = before === undefined ? LONGEST_ABSENCE : Math.min(quarter - quarterOf(before.at), LONGEST_ABSENCE);
    if (absence === 0) return;
    const arrivals = entry(this.arrivals, sumKey(facet, quarter), newMap<number>);
    arrivals.set(absence, (arrivals.get(absence) ?? 0) + sign);
  }

  /** To each quarter the part of the time that lies in it. */
  private spread(facet: number, from: number, to: number, name: 'movingMs' | 'stillMs', sign: 1 | -1): void {
    for (let begin = from; begin < to; ) {
      const quarter = quarterOf(begin);
      const end = Math.min(to, (quarter + 1) * QUARTER_MS);
      this.movementOf(facet, quarter)[name] += sign * (end - begin);
      begin = end;
    }
  }

  private movementOf(facet: number, quarter: number): MovementSums {
    return entry(this.movement, sumKey(facet, quarter), noMovement);
  }
}

const newMap = <T>(): Map<number, T> => new Map();
const noMovement = (): MovementSums => ({ distanceMm: 0, movingMs: 0, stillMs: 0, stops: 0 });
const noChanges = (): ChangeSums => ({ updates: 0, created: 0, stale: 0 });
const noValues = (): ValueSums => ({ count: 0, micros: 0n, summed: 0, least: Infinity, most: -Infinity });

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
