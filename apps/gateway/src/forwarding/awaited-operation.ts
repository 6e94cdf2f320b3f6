import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type AwaitedPosition, awaitHeader } from '#contracts/awaited-position.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { partitionOf } from '#kafka/records/partition.js';
import { Problem } from '#problems/problem.js';
import { MAX_WAIT_S, preferencesOf } from '../checks/prefer.js';
import type { KnownOperation, ObjectServiceClient } from '../services/object-service-client.js';
import type { OperationIds } from '../writes/operation-ids.js';
import { POSITION_HEADER } from '../writes/replies.js';

const DEFAULT_WAIT_MS = 5000;
const FIRST_POLL_MS = 20;
const LAST_POLL_MS = 200;

/** The operation that a read waits for. */
export interface Awaited {
  /** Value of Waymark-Position in the request. */
  position: string;
  /** Header for the projection; undefined if the operation's changes were not known in time. */
  header: string | undefined;
  /** The remaining time, for the projection. */
  waitMs: number;
  /** Value of Preference-Applied; empty if no preference was given. */
  applied: string;
}

/**
 * "Read your write": an operation's outcomes contain the revisions that it has made. The last one of each partition is enough, since
 * the events of a partition are applied in order. Writes have no extra cost.
 */
export class AwaitedOperations {
  constructor(
    private readonly objectService: Pick<ObjectServiceClient, 'operation'>,
    private readonly ids: OperationIds,
    private readonly partitions: number,
  ) {}

  /** Undefined if the read waits for no operation. @throws Problem 400 for a position that no gateway issued for this workspace */
  async of({ raw, caller, params }: FastifyRequest, gone: AbortSignal): Promise<Awaited | undefined> {
    const position = raw.headers[POSITION_HEADER];
    if (position === undefined) return undefined;
    const { groupID: workspace } = params as { groupID: string };
    const operationId = typeof position === 'string' ? this.ids.read(position, workspace, caller.narrowing) : undefined;
    if (operationId === undefined)
      throw new Problem(
        'invalid-header',
        'Waymark-Position must be the operationId of a change in this workspace, made with a ' +
          'token that has the same limits as this one.',
        { errors: [{ pointer: 'Waymark-Position', detail: 'is not an operation of this workspace' }] },
      );
    const { waitMs, applied } = preferencesOf(raw.headers.prefer, DEFAULT_WAIT_MS);
    const deadline = performance.now() + Math.min(waitMs, MAX_WAIT_S * 1000);
    const known = await this.complete(workspace, operationId, deadline, gone);
    const left = Math.max(0, Math.ceil(deadline - performance.now()));
    const header = known && awaitHeader({ waitMs: left, objects: lastOfPartitions(known.results, this.partitions) });
    return {
      position: position as string,
      header,
      waitMs: left,
      applied: applied
        .split(', ')
        .filter((each) => each.startsWith('wait='))
        .join(''),
    };
  }

  /** Waits until the operation is complete: one that was answered with 202 may not be decided yet. */
  private async complete(workspace: string, operationId: string, deadline: number, gone: AbortSignal): Promise<KnownOperation | undefined> {
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, LAST_POLL_MS)) {
      const known = await this.objectService.operation(workspace, operationId).catch(() => undefined);
      if (known?.complete === true) return known;
      if (performance.now() + pause > deadline || gone.aborted) return undefined;
      await sleep(pause);
    }
  }
}

/** The last applied change of each partition: it comes after all others of the operation there. */
export function lastOfPartitions(results: readonly ElementOutcome[], partitions: number): AwaitedPosition['objects'] {
  const last = new Map<number, [externalId: string, revision: number]>();
  for (const outcome of results) if (outcome[2] !== 'rejected') last.set(partitionOf(outcome[1], partitions), [outcome[1], outcome[3]]);
  return [...last.values()];
}
