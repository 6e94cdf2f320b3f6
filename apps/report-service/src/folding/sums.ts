import { type Row, segmentOf } from './movement.js';
import { QUARTER_MS, quarterOf, QUARTERS_PER_DAY } from './quarter.js';

/** Additions to the sums of a facet in a quarter: whole numbers, which are negative if a late report corrects them. */
export interface MovementSums {
  distanceMm: number;
  movingMs: number;
  stillMs: number;
  stops: number;
}

/** Counts of changes by their order of arrival; never subtracted. */
export interface ChangeSums {
  /** All changes, including edits and archiving. */
  updates: number;
  created: number;
  /** Changes that were older than the known values. */
  stale: number;
}

/** Sums of reported numbers. */
export interface ValueSums {
  count: number;
  /** Sum of the values in millionths, each rounded; values beyond ±`MAX_SUMMED` are excluded. */
  micros: WholeSum;
  summed: number;
  least: number;
  most: number;
}

/** An exact sum of whole numbers below 2^52. It rarely uses a bigint, which would cost more than everything else. */
export class WholeSum {
  private whole = 0n;
  private part = 0;

  add(number: number): void {
    const part = this.part + number;
    if (Number.isSafeInteger(part)) {
      this.part = part;
      return;
    }
    this.whole += BigInt(this.part);
    this.part = number;
  }

  toString(): string {
    return String(this.whole + BigInt(this.part));
  }
}

/** Larger values cannot be summed exactly. */
const MAX_SUMMED = 1e9;

/**
 * To count the objects in a bucket, sums record for how many quarters an object was absent before: it appears in the bucket for the first
 * time if it was last seen before the bucket began. Absences longer than the longest day (25 hours) count alike.
 */
export const MAX_ABSENCE = QUARTERS_PER_DAY + 4 + 1;

/** Facet and quarter as one number; both below 2^26. */
const sumKey = (facet: number, quarter: number): number => facet * 2 ** 23 + quarter;
export const keyFacet = (key: number): number => Math.floor(key / 2 ** 23);
export const keyQuarter = (key: number): number => key % 2 ** 23;

/** Sums by facet and quarter. Caches the last one, since consecutive look-ups nearly always have the same key. */
class KeyedSums<T> extends Map<number, T> {
  private lastKey: number | undefined;
  private last: T | undefined;

  constructor(private readonly create: () => T) {
    super();
  }

  of(key: number): T {
    if (key !== this.lastKey) {
      this.last = entry(this, key, this.create);
      this.lastKey = key;
    }
    return this.last!;
  }
}

/** The additions of a unit of work to the sums. */
export class UnitSums {
  readonly movement = new KeyedSums(noMovement);
  /** Newest observation, by facet and quarter. */
  readonly seen = new KeyedSums(() => ({ at: 0 }));
  /** Number of arrived objects, by facet and quarter and then by quarters of absence. */
  readonly arrivals = new Map<number, Map<number, number>>();
  /** Counts of changes, by subject and then by facet and quarter. */
  readonly changes = new Map<string, KeyedSums<ChangeSums>>();
  /** Sums of values, by number of the field and then by facet and quarter. */
  readonly values = new Map<number, KeyedSums<ValueSums>>();

  /** See `Step`. */
  readonly step = (before: Row | undefined, row: Row, sign: 1 | -1): void => {
    this.arrive(before, row, sign);
    const segment = segmentOf(before, row);
    if (segment === undefined) return;
    const { facet } = before!;
    if (segment.distanceMm > 0) this.movementOf(facet, quarterOf(row.at)).distanceMm += sign * segment.distanceMm;
    if (segment.stopSince !== undefined) this.movementOf(facet, quarterOf(segment.stopSince)).stops += sign;
    if (segment.time !== 'unknown') this.spread(facet, before!.point!.at, row.at, segment.time === 'moving' ? 'movingMs' : 'stillMs', sign);
  };

  change(subject: string, row: Row, isCreated: boolean, isStale: boolean): void {
    const key = sumKey(row.facet, quarterOf(row.at));
    const sums = entry(this.changes, subject, newChanges).of(key);
    sums.updates++;
    if (isCreated) sums.created++;
    if (isStale) sums.stale++;
    const seen = this.seen.of(key);
    if (seen.at < row.at) seen.at = row.at;
  }

  /** @returns the amount added to the sum, in millionths; undefined for a value that is too large */
  value(field: number, row: Row, value: number): number | undefined {
    const sums = entry(this.values, field, newValues).of(sumKey(row.facet, quarterOf(row.at)));
    sums.count++;
    if (value < sums.least) sums.least = value;
    if (value > sums.most) sums.most = value;
    if (Math.abs(value) > MAX_SUMMED) return undefined;
    const micros = Math.round(value * 1e6);
    sums.micros.add(micros);
    sums.summed++;
    return micros;
  }

  private arrive(before: Row | undefined, { facet, at }: Row, sign: 1 | -1): void {
    const quarter = quarterOf(at);
    const absence = before === undefined ? MAX_ABSENCE : Math.min(quarter - quarterOf(before.at), MAX_ABSENCE);
    if (absence === 0) return;
    const arrivals = entry(this.arrivals, sumKey(facet, quarter), newMap<number>);
    arrivals.set(absence, (arrivals.get(absence) ?? 0) + sign);
  }

  /** Splits a time between its quarters. */
  private spread(facet: number, from: number, to: number, name: 'movingMs' | 'stillMs', sign: 1 | -1): void {
    for (let begin = from; begin < to;) {
      const quarter = quarterOf(begin);
      const end = Math.min(to, (quarter + 1) * QUARTER_MS);
      this.movementOf(facet, quarter)[name] += sign * (end - begin);
      begin = end;
    }
  }

  private movementOf(facet: number, quarter: number): MovementSums {
    return this.movement.of(sumKey(facet, quarter));
  }
}

const newMap = <T>(): Map<number, T> => new Map();
const newChanges = (): KeyedSums<ChangeSums> => new KeyedSums(noChanges);
const newValues = (): KeyedSums<ValueSums> => new KeyedSums(noValues);
const noMovement = (): MovementSums => ({ distanceMm: 0, movingMs: 0, stillMs: 0, stops: 0 });
const noChanges = (): ChangeSums => ({ updates: 0, created: 0, stale: 0 });
const noValues = (): ValueSums => ({ count: 0, micros: new WholeSum(), summed: 0, least: Infinity, most: -Infinity });

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
