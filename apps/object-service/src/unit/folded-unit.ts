import type { ObjectState } from '#object-rules/object.js';
import type { SerialisedChange } from '../publishing/outbox-payload.js';
import type { CountedObjects } from '../quotas/quota-sql.js';
import type { SettledOperation } from './applied-operation.js';

/** An object that the unit has changed. */
export interface WrittenObject {
  partition: number;
  state: Pick<ObjectState, 'externalId' | 'workspace' | 'revision' | 'updatedAt'>;
  /** Nothing of it is left but this. */
  erased: boolean;
  /** The whole state; undefined when it was written with its stretch of a unit that is too large to be held at once. */
  json: string | undefined;
  /** Length of that JSON. */
  characters: number;
}

/** One that is still to be written. */
export interface SerialisedObject extends WrittenObject {
  json: string;
  /** Created by this unit: there is no row of it. */
  isNew: boolean;
  /** Whose id it was before this unit, where that is another workspace. */
  formerOwner?: string;
}

/** An answer that was settled before, told again. */
export interface RepeatedOutcome {
  operationId: string;
  partition: number;
  results: string;
  reply: number;
}

/** All that a unit of work changes and says. */
export interface FoldedUnit<Written extends WrittenObject = WrittenObject> {
  objects: Written[];
  operations: SettledOperation[];
  /** By partition, in the order of the log. */
  changes: Map<number, SerialisedChange[]>;
  repeated: RepeatedOutcome[];
  /** Objects that were created or erased. */
  counts: CountedObjects[];
}
