import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds } from '#postgres/upkeep-rounds.js';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import type { LeaseBook } from '../delivering/lease-book.js';
import type { DeliveryMetrics } from '../sending/delivery-metrics.js';
import type { DeliveryLog } from '../subscriptions/delivery-log.js';
import type { TestMeter } from '../subscriptions/test-meter.js';
import { countStates } from '../subscriptions/webhook-states.js';

export interface UpkeepParts {
  pool: Pool;
  directory: Pick<DirectoryCopy, 'deletedWorkspaces'>;
  log: DeliveryLog;
  book: LeaseBook;
  meter: TestMeter;
  metrics: DeliveryMetrics;
  bounds: { entries: number; days: number };
  tasks: UpkeepTasks;
  logger: Logger;
}

const EVERY_MS = 30_000;

/** Periodic work: removes webhooks of deleted workspaces, old attempts and former secrets; every instance counts the states. */
export class Upkeep {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly counting: UpkeepTask;
  private readonly tidying: UpkeepRounds;

  constructor(private readonly parts: UpkeepParts) {
    const { pool, tasks, log, book, meter, bounds } = parts;
    this.counting = tasks.add('webhook-states', EVERY_MS);
    this.tidying = new UpkeepRounds({
      pool,
      turn: 'webhook upkeep',
      everyMs: EVERY_MS,
      steps: [
        { task: tasks.add('deleted-workspaces', EVERY_MS), work: () => this.removeDeleted() },
        {
          task: tasks.add('former-secrets', EVERY_MS),
          work: () => this.run('update webhook set former_secret = null, former_until = null where former_until < now()'),
        },
        // A message that waits for a decision is built again after it, so data erased in the meantime does not stay here.
        {
          task: tasks.add('pending-messages', EVERY_MS),
          work: () =>
            this.run(
              `delete from pending_message p using webhook w where w.id = p.webhook
                and (not w.enabled or w.state <> 'active') and p.made_at < now() - interval '1 day'`,
            ),
        },
        { task: tasks.add('delivery-log', EVERY_MS), work: () => log.forget(bounds) },
        { task: tasks.add('lost-instances', EVERY_MS), work: () => book.forgetLost() },
        { task: tasks.add('test-meter', EVERY_MS), work: () => meter.forget() },
      ],
    });
  }

  start(): void {
    const count = (): void => void (this.running = this.count());
    this.timer = setInterval(count, EVERY_MS);
    count();
    this.tidying.start();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([this.running, this.tidying.stop()]);
  }

  private async count(): Promise<void> {
    const { pool, metrics } = this.parts;
    await this.counting.attempt(async () => metrics.counted(await countStates(pool)));
  }

  private async removeDeleted(): Promise<void> {
    const { pool, directory, logger } = this.parts;
    const { rows } = await pool.query<{ id: string }>('delete from webhook where workspace = any($1::text[]) returning id', [
      [...directory.deletedWorkspaces.keys()],
    ]);
    if (rows.length > 0) logger.info({ webhooks: rows.length }, 'Webhooks of deleted workspaces were removed.');
  }

  private async run(statement: string): Promise<void> {
    await this.parts.pool.query(statement);
  }
}
