import type { ObjectState } from '#object-rules/object.js';
import type { SerialisedChange } from '../publishing/outbox-payload.js';
import type { CountedObjects } from '../quotas/quota-sql.js';
import type { SettledOperation } from './applied-operation.js';

/** An object that the unit has changed. */
export interface WrittenObject {
  partition: number;
  state: Pick<ObjectState, 'externalId' | 'workspace' | 'revision' | 'updatedAt'>;
  /** Whether the object is erased, so that only its id and a few facts remain. */
  erased: boolean;
  /** The text of its row (`storedState`); undefined if it is already written, in a unit that is too large to be in memory at once. */
  stored: string | undefined;
  /** Length of that text. */
  characters: number;
}

/** A serialised object that has to be written. */
export interface SerialisedObject extends WrittenObject {
  stored: string;
  /** Whether this unit created the object, so that it has no row yet. */
  isNew: boolean;
  /** The former owner of its id, if that is another workspace. */
  formerOwner?: string;
}

/** The outcome of an operation that was applied earlier, to be reported again. */
export interface RepeatedOutcome {
  operationId: string;
  partition: number;
  results: string;
  reply: number;
}

/** All changes and outcomes of a unit of work. */
export interface FoldedUnit<Written extends WrittenObject = WrittenObject> {
  objects: Written[];
  operations: SettledOperation[];
  /** Changes by partition, in the order of the log. */
  changes: Map<number, SerialisedChange[]>;
  repeated: RepeatedOutcome[];
  /** Objects that were created or erased. */
  counts: CountedObjects[];
}
