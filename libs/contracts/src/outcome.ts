import type { ElementCode } from '#object-rules/element-codes.js';

/** Outcome of one element: `[index, externalId, status, revision or code, stale]`. */
export type ElementOutcome =
  | [index: number, externalId: string, status: 'created' | 'updated', revision: number, stale: boolean]
  | [index: number, externalId: string, status: 'rejected', code: ElementCode, detail: string];

/** The outcomes of one command record. */
export interface RecordOutcome {
  operationId: string;
  /** Partition of `object.commands` that the record was read from. */
  partition: number;
  results: ElementOutcome[];
}

/** The value of a record on `object.outcomes`: all outcomes of a unit of work for one reply partition. */
export interface OutcomeBatch {
  v: 1;
  outcomes: RecordOutcome[];
}
