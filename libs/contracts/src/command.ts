import type { ObjectCommand } from '#object-rules/command.js';
import type { ElementCode } from '#object-rules/element-codes.js';

/** An element that the gateway refused before the log; included so that a look-up returns the whole operation. */
export interface RefusedElement {
  index: number;
  externalId: string | null;
  code: ElementCode;
  detail: string;
  pointer?: string;
}

/**
 * The value of a record on `object.commands`: all of a call's elements that share one partition.
 * (operationId, partition) is applied once. Every record of an operation names all of the operation's
 * partitions, so that a look-up can tell when all outcomes are there.
 */
export interface CommandRecord {
  v: 1;
  /** UUIDv7, made by the gateway, or remembered for an Idempotency-Key. */
  operationId: string;
  workspace: string;
  /** RFC 3339 UTC, milliseconds: the time of receipt at the gateway. */
  receivedAt: string;
  /** `sub` of the token that called. */
  subject: string;
  /** Partition of `object.outcomes` on which the calling gateway listens; null: nobody waits. */
  reply: number | null;
  /** Partitions over which this operation is spread, ascending. */
  partitions: number[];
  /** Number of elements in the call, including refused ones. */
  total: number;
  /** Only on the record of the operation's lowest partition. */
  refused?: RefusedElement[];
  /** Types of objects that the call may change, for a token narrowed to types; omitted: all. */
  objectTypes?: string[];
  elements: [index: number, command: ObjectCommand][];
}
