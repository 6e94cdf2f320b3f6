import type { Pool } from 'pg';
import type { KeptOutbox } from '../publishing/kept-outbox.js';
import { dropOldLeases } from '../quotas/recount.js';
import type { Logger } from '#telemetry/logger.js';
import { createOutcomePartitions, dropOutcomePartitions } from './outcome-partitions.js';

const TEND_EVERY_MS = 10 * 60 * 1000;
/** What was published and is not noted is published again by whoever takes over. */
const TIDY_EVERY_MS = 250;
const PRUNE_ROWS = 10_000;

/** What has to be done again and again beside the units of work. */
export class Upkeep {
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly outbox: Pick<KeptOutbox, 'tidy'>,
    private readonly logger: Logger,
    /** Deletes pictures that nothing names any more. @returns how many */
    private readonly sweepPictures: () => Promise<number>,
    /** Counts the objects that no unit has counted. @returns false: that was not due */
    private readonly recountObjects: () => Promise<boolean>,
  ) {}

  /** Creates what the first unit needs, then goes on in the background. */
  async start(): Promise<void> {
    await createOutcomePartitions(this.pool, Date.now());
    this.timers = [setInterval(() => void this.tend(), TEND_EVERY_MS), setInterval(() => void this.outbox.tidy(), TIDY_EVERY_MS)];
    void this.tend();
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private async tend(): Promise<void> {
    // Beside the others: it takes as long as reading all objects does.
    void this.attempt('count objects', async () => {
      if (await this.recountObjects()) this.logger.info({}, 'The objects from before they were counted are counted.');
    });
    await this.attempt('drop leases of objects', () => dropOldLeases(this.pool));
    await this.attempt('create partitions of operation_outcome', async () => {
      const created = await createOutcomePartitions(this.pool, Date.now());
      if (created.length > 0) this.logger.info({ created }, 'Partitions of operation_outcome were created.');
    });
    await this.attempt('drop partitions of operation_outcome', async () => {
      const dropped = await dropOutcomePartitions(this.pool, Date.now());
      if (dropped.length > 0) this.logger.info({ dropped }, 'Partitions of operation_outcome were dropped.');
    });
    await this.attempt('prune idempotency keys', () => this.pruneIdempotencyKeys());
    await this.attempt('delete pictures', async () => {
      const pictures = await this.sweepPictures();
      if (pictures > 0) this.logger.info({ pictures }, 'Pictures that no object has any more were deleted.');
    });
  }

  /** A task that fails holds up none of the others. */
  private async attempt(task: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ err: error, task }, 'Upkeep failed; it is tried again in ten minutes.');
    }
  }

  private async pruneIdempotencyKeys(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.pool.query(
        `delete from idempotency_key where ctid = any(array(select ctid from idempotency_key where created_at < now() - interval '24 hours' limit $1))`,
        [PRUNE_ROWS],
      );
      if ((rowCount ?? 0) < PRUNE_ROWS) return;
    }
  }
}
