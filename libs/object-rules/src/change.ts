import type { DescriptiveSet, FieldState } from './object.js';
import type { Position } from './position.js';

export type ChangeKind = 'created' | 'updated' | 'edited' | 'archived' | 'restored' | 'held' | 'released' | 'erased';

/**
 * The value of a record on `object.events` (CloudEvents 1.0, binary mode; key = externalId). It contains what was reported. A reader
 * applies it by time: a position or a field counts if its observedAt is not older than the current one. `erased` ends the object: a reader
 * deletes it with its history. A later `created` starts again, with the next revision. Records may repeat after a fault, with the same
 * revision.
 */
export interface ObjectChange {
  externalId: string;
  workspace: string;
  revision: number;
  operationId: string;
  /** Index in the array of the call. */
  index: number;
  /** Time of the observation (device time); RFC 3339 UTC, milliseconds. */
  observedAt: string;
  /** When the gateway received it. */
  receivedAt: string;
  subject: string;
  /**
   * True: no part of the observation counted, because the state has newer values for its position and each of its fields; only revision and
   * updatedAt changed. Never on a change with `set`, and only on the kinds updated and edited.
   */
  stale?: true;
  position?: Position;
  /** Reported fields by name; value null clears. */
  fields?: Record<string, Pick<FieldState, 'type' | 'value'>>;
  /** On created and edited: descriptive values that were set; null clears. */
  set?: DescriptiveSet;
  /** On held. The caller and the time are in `subject` and `receivedAt`. */
  hold?: { reason: string };
  /** On erased, for an object that was erased before: its id no longer has an owner. A later `created` may be from another workspace. */
  idReleased?: true;
}
