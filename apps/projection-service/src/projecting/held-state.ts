import type { ObjectState } from '#object-rules/object.js';

/** What the projection holds of an object. */
export interface HeldState {
  state: ObjectState;
  /** Revision of the newest event that was seen; lower than the state's while a rebuild catches up on it. */
  seen: number;
  /** Where its row was when it was read (ctid): true while nobody else writes. Absent: to be found by its key. */
  place?: string;
}

/** What a unit writes of it. */
export interface WrittenState extends HeldState {
  /** The state, serialised. */
  json: string;
  /** Whether there was nothing held of it: it has no row, or perhaps one that is not older. */
  isNew: boolean;
}
