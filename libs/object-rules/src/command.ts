import type { ChangeKind, ObjectChange } from './change.js';
import type { CategoryValue, Descriptive, DescriptiveSet, FieldType } from './object.js';
import type { Coordinates, PositionDetails } from './position.js';

export interface FieldValue {
  type: FieldType;
  field: string;
  value: string | number | CategoryValue | null;
}

/** One element of the posted array after validation, with times converted to RFC 3339 UTC with milliseconds. */
export interface ExternalObjectUpdate {
  externalId: string;
  locationUpdate?: { newPosition: Coordinates } & PositionDetails;
  fieldValues?: FieldValue[];
  initialExternalObject?: Descriptive;
  observedAt?: string;
}

/** An edit made in the app or by PATCH; null clears a descriptive value. */
export interface ObjectEdit {
  op: 'edit';
  externalId: string;
  set: DescriptiveSet;
  locationUpdate?: ExternalObjectUpdate['locationUpdate'];
  fieldValues?: FieldValue[];
  observedAt?: string;
  /** The revision in If-Match. */
  ifRevision?: number;
}

export interface ObjectArchival {
  op: 'archive' | 'restore';
  externalId: string;
  ifRevision?: number;
}

/** Deletes all stored data of an object except its owner and its revision. */
export interface ObjectErasure {
  op: 'erase';
  externalId: string;
  ifRevision?: number;
}

/** Takes the id of an erased object away from its owner, so that any workspace can use it; only an operator can request it. */
export interface IdRelease {
  op: 'release-id';
  externalId: string;
}

/** Puts an object under a legal hold, or gives the existing hold another reason. */
export interface ObjectHold {
  op: 'hold';
  externalId: string;
  /** 1…1,000 characters. */
  reason: string;
  ifRevision?: number;
}

/** Ends the legal hold of an object. */
export interface HoldRelease {
  op: 'release';
  externalId: string;
  ifRevision?: number;
}

/**
 * Imports a change as another installation has decided it, with its revision and times. Only for a workspace that is being moved here
 * (docs/decisions, 33); callers of a workspace cannot send it.
 */
export interface ObjectAdoption {
  op: 'adopt';
  externalId: string;
  kind: ChangeKind;
  change: Pick<ObjectChange, 'revision' | 'observedAt' | 'receivedAt' | 'subject' | 'stale' | 'position' | 'fields' | 'set' | 'hold'>;
}

/** Without `op`, the command is an update. */
export type ObjectCommand =
  | (ExternalObjectUpdate & { op?: undefined })
  | ObjectEdit
  | ObjectArchival
  | ObjectErasure
  | IdRelease
  | ObjectHold
  | HoldRelease
  | ObjectAdoption;
