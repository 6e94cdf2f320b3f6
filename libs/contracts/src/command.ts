import type { ObjectCommand } from '#object-rules/command.js';
import type { ElementCode } from '#object-rules/element-codes.js';

/** An element that the gateway refused before it reached the log; included so that a look-up returns the whole operation. */
export interface RefusedElement {
  index: number;
  externalId: string | null;
  code: ElementCode;
  detail: string;
  pointer?: string;
}

/**
 * The value of a record on `object.commands`: all elements of a call that share a partition. Each (operationId, partition) is applied once.
 * Every record lists all partitions of its operation, so that a look-up knows when it has all outcomes.
 */
export interface CommandRecord {
  v: 1;
  /** UUIDv7, created by the gateway or remembered for an Idempotency-Key. */
  operationId: string;
  workspace: string;
  /** RFC 3339 UTC, milliseconds: the time of receipt at the gateway. */
  receivedAt: string;
  /** `sub` of the calling token. */
  subject: string;
  /** Partition of `object.outcomes` that the calling gateway reads; null: no caller waits. */
  reply: number | null;
  /** Partitions with records of this operation, ascending. */
  partitions: number[];
  /** Number of elements in the call, including refused ones. */
  total: number;
  /** Only on the record in the operation's lowest partition. */
  refused?: RefusedElement[];
  /** Types of objects that the call may change, for a token narrowed to types; omitted: all. */
  objectTypes?: string[];
  elements: [index: number, command: ObjectCommand][];
}
