import type { Pool } from 'pg';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import { dropOldLeases } from '../quotas/recount.js';
import { pruneIdempotencyKeys } from './idempotency-keys.js';
import { createOutcomePartitions, dropOutcomePartitions } from './outcome-partitions.js';

const TEND_EVERY_MS = 10 * 60 * 1000;

export interface UpkeepParts {
  pool: Pool;
  tasks: UpkeepTasks;
  logger: Logger;
  /** Deletes pictures that no state names. @returns number of deleted pictures */
  sweepPictures: () => Promise<number>;
  /** Counts objects that no unit has counted. @param between called often; may throw to end the recount @returns false if it is not due */
  recountObjects: (between: () => void) => Promise<boolean>;
}

/** Recurring work outside the units of work. */
export class Upkeep {
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private readonly steps: readonly { task: UpkeepTask; work: () => Promise<void> }[];

  constructor(private readonly parts: UpkeepParts) {
    const { pool, tasks } = parts;
    const step = (name: string, work: (task: UpkeepTask) => Promise<void>): Upkeep['steps'][number] => {
      const task = tasks.add(name, TEND_EVERY_MS);
      return { task, work: () => work(task) };
    };
    this.steps = [
      step('object-counts', (task) => this.countObjects(task)),
      step('object-leases', () => dropOldLeases(pool)),
      step('outcome-partitions-ahead', () => this.createPartitions()),
      step('old-outcome-partitions', () => this.dropPartitions()),
      step('idempotency-keys', () => pruneIdempotencyKeys(pool)),
      step('pictures', () => this.deletePictures()),
    ];
  }

  /** Creates the partitions that the first unit needs, then continues in the background. */
  async start(): Promise<void> {
    await createOutcomePartitions(this.parts.pool, Date.now());
    this.timer = setInterval(() => this.tend(), TEND_EVERY_MS);
    this.tend();
  }

  stop(): void {
    this.stopping.abort();
    clearInterval(this.timer);
  }

  /** Runs the tasks in parallel, so that a slow or failing one does not delay the others. */
  private tend(): void {
    for (const { task, work } of this.steps) void task.attempt(work, this.stopping.signal);
  }

  private async countObjects(task: UpkeepTask): Promise<void> {
    const between = (): void => {
      task.inHand();
      this.stopping.signal.throwIfAborted();
    };
    if (await this.parts.recountObjects(between)) this.parts.logger.info({}, 'Existing objects have been counted.');
  }

  private async createPartitions(): Promise<void> {
    const created = await createOutcomePartitions(this.parts.pool, Date.now());
    if (created.length > 0) this.parts.logger.info({ created }, 'Partitions of operation_outcome were created.');
  }

  private async dropPartitions(): Promise<void> {
    const dropped = await dropOutcomePartitions(this.parts.pool, Date.now());
    if (dropped.length > 0) this.parts.logger.info({ dropped }, 'Partitions of operation_outcome were dropped.');
  }

  private async deletePictures(): Promise<void> {
    const pictures = await this.parts.sweepPictures();
    if (pictures > 0) this.parts.logger.info({ pictures }, 'Unused pictures were deleted.');
  }
}
