import type { ObjectState } from '#object-rules/object.js';
import type { SerialisedChange } from '../publishing/outbox-payload.js';
import type { CountedObjects } from '../quotas/quota-sql.js';
import type { SettledOperation } from './applied-operation.js';

/** An object that the unit has changed. */
export interface WrittenObject {
  partition: number;
  state: Pick<ObjectState, 'externalId' | 'workspace' | 'revision' | 'updatedAt'>;
  /** Only this record is left of the object. */
  erased: boolean;
  /** The whole state; undefined when it was written with its stretch of a unit that is too large to be held at once. */
  json: string | undefined;
  /** Length of that JSON. */
  characters: number;
}

/** An object that still has to be written. */
export interface SerialisedObject extends WrittenObject {
  json: string;
  /** Created by this unit: it has no row yet. */
  isNew: boolean;
  /** The former owner of its id, if that is another workspace. */
  formerOwner?: string;
}

/** An outcome that was settled earlier and is reported again. */
export interface RepeatedOutcome {
  operationId: string;
  partition: number;
  results: string;
  reply: number;
}

/** All changes and answers of a unit of work. */
export interface FoldedUnit<Written extends WrittenObject = WrittenObject> {
  objects: Written[];
  operations: SettledOperation[];
  /** By partition, in the order of the log. */
  changes: Map<number, SerialisedChange[]>;
  repeated: RepeatedOutcome[];
  /** Objects that were created or erased. */
  counts: CountedObjects[];
}
