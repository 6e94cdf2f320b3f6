import type { ChangeKind, ObjectChange } from './change.js';
import type { ElementCode } from './element-codes.js';
import type { ObjectState } from './object.js';

/** What surrounds a command: all that the rules may know besides the object itself. */
export interface CommandContext {
  workspace: string;
  operationId: string;
  index: number;
  subject: string;
  /** RFC 3339 UTC, milliseconds. */
  receivedAt: string;
  /** Types of objects that a narrowed token may touch; undefined: all. */
  objectTypes?: readonly string[];
}

export type Decision =
  | { applied: true; kind: ChangeKind; change: ObjectChange; next: ObjectState; stale: boolean }
  | { applied: false; code: ElementCode; detail: string };
