import { OffsetsAhead } from '#postgres/offsets.js';
import type { ObjectEvent } from '../folding/object-event.js';
import type { Profile } from '../folding/profile.js';
import { UnitSums } from '../folding/sums.js';
import { UnwrittenRows } from './unwritten-rows.js';
import { CellValues } from './write-heat.js';

/** What units have brought and is not stored yet. */
export class Unwritten {
  readonly sums = new UnitSums();
  values = new CellValues();
  rows = new UnwrittenRows();
  /** Those that have changed, by object. */
  profiles = new Map<string, Profile>();
  /** What has to be folded by way of the rows around it, in the order of the log; of objects that are not remembered without a facet. */
  deferred: ObjectEvent[] = [];
  readonly ahead = new OffsetsAhead();

  get isEmpty(): boolean {
    return this.ahead.size === 0;
  }

  /** Observations that wait. */
  get size(): number {
    return this.rows.size + this.deferred.length;
  }
}
