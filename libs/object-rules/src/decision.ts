import type { ChangeKind, ObjectChange } from './change.js';
import type { ElementCode, PlaceCode } from './element-codes.js';
import type { ErasedObject, ObjectState } from './object.js';

/** The context of a command: everything other than the object that the rules may use. */
export interface CommandContext {
  workspace: string;
  operationId: string;
  index: number;
  subject: string;
  /** RFC 3339 UTC, milliseconds. */
  receivedAt: string;
  /** Types of objects that a narrowed token may change; undefined: all. */
  objectTypes?: readonly string[];
  /** Whether the workspace is under a legal hold. Nothing in it is erased if it is, or if that is unknown. */
  workspaceHeld?: boolean | 'unknown';
  /** Why the workspace cannot create objects at the moment; undefined if it can. */
  noPlace?: PlaceCode;
}

export type Decision =
  | { applied: true; kind: Exclude<ChangeKind, 'erased'>; change: ObjectChange; next: ObjectState; stale: boolean }
  | { applied: true; kind: 'erased'; change: ObjectChange; next: ErasedObject; stale: false }
  | { applied: false; code: ElementCode; detail: string };
