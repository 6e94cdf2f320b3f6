import type { ErasedObject, KeptObject, ObjectState } from '#object-rules/object.js';

/** What the projection holds of an object, or of one that was erased. */
export interface HeldState {
  state: KeptObject;
  /** Revision of the newest event that was seen; lower than the state's while a rebuild catches up on it. */
  seen: number;
  /** Where its row was when it was read (ctid): true while nobody else writes. Absent: to be found by its key. */
  place?: string;
}

/** What is held of an object that is there. */
export interface LiveState extends HeldState {
  state: ObjectState;
}

/** What a unit writes of it. */
export interface WrittenState extends LiveState {
  /** The state, serialised. */
  json: string;
  /** Whether there was nothing held of it: it has no row, or perhaps one that is not older. */
  isNew: boolean;
  /** What its row holds until then; absent: nothing is known of it. */
  before?: ObjectState;
}

/** What a unit leaves of objects that it erased, also of those that it created again after that. */
export type Erasures = ReadonlyMap<string, ErasedObject>;
