import { OffsetsAhead } from '#postgres/offsets.js';
import type { ObjectEvent } from '../folding/object-event.js';
import type { Profile } from '../folding/profile.js';
import { UnitSums } from '../folding/sums.js';
import { UnwrittenRows } from './unwritten-rows.js';
import { CellValues } from './write-heat.js';

/** Data from units that is not stored yet. */
export class Unwritten {
  readonly sums = new UnitSums();
  values = new CellValues();
  rows = new UnwrittenRows();
  /** Changed profiles by object. */
  profiles = new Map<string, Profile>();
  /** Events to be folded with the neighbouring rows, in the order of the log; without a facet if the object is not cached. */
  deferred: ObjectEvent[] = [];
  readonly ahead = new OffsetsAhead();

  get isEmpty(): boolean {
    return this.ahead.size === 0;
  }

  /** Number of waiting observations. */
  get size(): number {
    return this.rows.size + this.deferred.length;
  }
}
