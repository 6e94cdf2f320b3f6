import type { Descriptive, FieldState } from './object.js';
import type { Position } from './position.js';

export type ChangeKind = 'created' | 'updated' | 'edited' | 'archived' | 'restored' | 'held' | 'released' | 'erased';

/**
 * The value of a record on `object.events` (CloudEvents 1.0, binary mode; key = externalId).
 * It has what was reported; a reader folds it by time: a position or a field counts when its
 * observedAt is not older than the current one. `erased` ends the object: a reader deletes it, history included; a later
 * `created` starts again, with the next revision. Records may repeat after a fault, with the same revision.
 */
export interface ObjectChange {
  externalId: string;
  workspace: string;
  revision: number;
  operationId: string;
  /** Position in the array of the call. */
  index: number;
  /** Time of the observation (device time); RFC 3339 UTC, milliseconds. */
  observedAt: string;
  /** When the gateway received it. */
  receivedAt: string;
  subject: string;
  /**
   * True: no part of the observation counted. For its position and each of its fields the state has a newer value, so
   * only revision and updatedAt moved. Never on a change with `set`, nor on any kind but updated and edited.
   */
  stale?: true;
  position?: Position;
  /** Reported fields by name; value null clears. */
  fields?: Record<string, Pick<FieldState, 'type' | 'value'>>;
  /** On created and edited: descriptive values that were set; null clears. */
  set?: { [K in keyof Descriptive]?: Descriptive[K] | null };
  /** On held. The caller and the time are `subject` and `receivedAt`. */
  hold?: { reason: string };
  /** On erased, of an object that was erased before: its id has no owner any more. A later `created` may be of another workspace. */
  idReleased?: true;
}
