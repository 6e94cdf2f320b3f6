import type { ChangeKind, ObjectChange } from './change.js';
import type { ElementCode, PlaceCode } from './element-codes.js';
import type { ErasedObject, ObjectState } from './object.js';

/** The context of a command: everything that the rules may use in addition to the object. */
export interface CommandContext {
  workspace: string;
  operationId: string;
  index: number;
  subject: string;
  /** RFC 3339 UTC, milliseconds. */
  receivedAt: string;
  /** Types of objects that a narrowed token may touch; undefined: all. */
  objectTypes?: readonly string[];
  /** The workspace is under a legal hold: nothing in it is erased; nor while it is not known whether it is. */
  workspaceHeld?: boolean | 'unknown';
  /** Why the workspace may create no object at the moment; undefined: it may. */
  noPlace?: PlaceCode;
}

export type Decision =
  | { applied: true; kind: Exclude<ChangeKind, 'erased'>; change: ObjectChange; next: ObjectState; stale: boolean }
  | { applied: true; kind: 'erased'; change: ObjectChange; next: ErasedObject; stale: false }
  | { applied: false; code: ElementCode; detail: string };
