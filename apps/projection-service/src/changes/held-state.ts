import type { ErasedObject, KeptObject, ObjectState } from '#object-rules/object.js';

/** The stored state of an object, or of an erased one. */
export interface HeldState {
  state: KeptObject;
  /** Revision of the newest processed event; lower than the state's while a rebuild is still reading its events. */
  seen: number;
  /** Location of its row when it was read (ctid), correct until another process writes it. If absent, the row is found by its key. */
  place?: string;
}

/** The stored state of an existing object. */
export interface LiveState extends HeldState {
  state: ObjectState;
}

/** The state that a unit writes. */
export interface WrittenState extends LiveState {
  /** The text of the state in its row. */
  json: string;
  /** Whether no state was read: it has no row, or possibly one that is not older. */
  isNew: boolean;
  /** The former content of its row; absent if unknown. */
  before?: ObjectState;
  /**
   * Of a new row, the time before which nothing of the object was observed; absent if unknown. Of an existing row, a time of observation
   * in the unit that may be earlier than all former ones. RFC 3339 UTC.
   */
  firstSeen?: string;
}

/** The objects that a unit has erased, including those that it created again afterwards. */
export type Erasures = ReadonlyMap<string, ErasedObject>;
