import type { RefusedElement } from '#contracts/command.js';

/** The result of one command record: a row of `operation_outcome`, and the answer for the waiting gateway. */
export interface SettledOperation {
  operationId: string;
  partition: number;
  workspace: string;
  /** Number of elements in the whole call. */
  total: number;
  partitions: readonly number[];
  /** JSON of ElementOutcome[], serialised once for the table and the topic. */
  results: string;
  refused: readonly RefusedElement[] | undefined;
  /** Partition of `object.outcomes` on which the gateway listens; null if none waits. */
  reply: number | null;
}

/** Each (operationId, partition) is applied once. */
export function operationKey(operationId: string, partition: number): string {
  return `${operationId}/${partition}`;
}
