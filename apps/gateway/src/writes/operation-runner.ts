import type { ElementOutcome } from '#contracts/outcome.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { BrokerUnavailableError, RecordTooLargeError } from '#kafka/producing/send-errors.js';
import { Problem } from '#problems/problem.js';
import type { ObjectServiceClient } from '../services/object-service-client.js';
import { commandRecords, type Operation } from './command-records.js';
import type { OperationWaits } from './operation-waits.js';

export interface RunnerOptions {
  producer: Pick<CoalescingProducer, 'send'>;
  waits: OperationWaits;
  objectService: Pick<ObjectServiceClient, 'operation'>;
  /** `object.commands` with its prefix. */
  topic: string;
  partitions: number;
  /** Partition of `object.outcomes` on which this gateway listens. */
  reply: number;
}

/** Writes an operation to the log and waits for its outcome. */
export class OperationRunner {
  constructor(private readonly options: RunnerOptions) {}

  /**
   * The outcomes; undefined if the operation is on the log, but its outcomes did not arrive within `waitMs`.
   * @throws Problem 503 when the broker did not acknowledge it; the detail explains the consequence for the caller
   */
  async run(operation: Operation, waitMs: number): Promise<ElementOutcome[] | undefined> {
    const { producer, waits, topic, partitions: count, reply } = this.options;
    const { partitions, records } = commandRecords(operation, topic, count, waitMs > 0 ? reply : null);
    if (waitMs <= 0) {
      await producer.send(records).catch(explain);
      return undefined;
    }
    const { operationId, workspace } = operation;
    const wait = waits.add(operationId, partitions, waitMs);
    try {
      await producer.send(records);
    } catch (error) {
      waits.remove(operationId, wait);
      explain(error);
    }
    return (await wait.settled) ?? (await this.lookUp(workspace, operationId));
  }

  /** For outcomes that this gateway missed while its reader was not connected. */
  private async lookUp(workspace: string, operationId: string): Promise<ElementOutcome[] | undefined> {
    try {
      const known = await this.options.objectService.operation(workspace, operationId);
      return known?.complete === true ? known.results : undefined;
    } catch {
      // The operation is on the log, so 202 is correct even while the object service is down.
      return undefined;
    }
  }
}

const LATER = { 'retry-after': '2' };

function explain(error: unknown): never {
  if (error instanceof RecordTooLargeError)
    throw new Problem('body-too-large', 'Together, the elements are too large; send fewer elements per call.', { cause: error });
  if (!(error instanceof BrokerUnavailableError)) throw error;
  const detail =
    error.outcome === 'not-sent'
      ? 'The log cannot be written at the moment. Nothing of this call was applied; send it again.'
      : 'The log did not confirm in time. The elements may or may not be applied; sending again is safe with ' +
        'the same Idempotency-Key, if this call had one.';
  throw new Problem('unavailable', detail, { headers: LATER, cause: error });
}
