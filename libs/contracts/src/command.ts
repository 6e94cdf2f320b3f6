import type { ObjectCommand } from '#object-rules/command.js';
import type { ElementCode } from '#object-rules/element-codes.js';

/** An element that the gateway refused before the log, carried along so that the operation can be looked up whole. */
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
 * partitions, so that a looker-up knows when the outcomes are whole.
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
  /** Number of elements in the whole call, refused ones included. */
  total: number;
  /** Only on the record of the operation's lowest partition. */
  refused?: RefusedElement[];
  /** Types of objects that the call may touch, of a token that is narrowed to some; left out: all. */
  objectTypes?: string[];
  elements: [index: number, command: ObjectCommand][];
}
