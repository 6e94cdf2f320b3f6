import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { asOneInstance } from '#postgres/one-instance.js';
import type { Logger } from '#telemetry/logger.js';
import type { DeliveryMetrics } from './delivering/delivery-metrics.js';
import type { LeaseBook } from './delivering/lease-book.js';
import type { DeliveryLog } from './subscriptions/delivery-log.js';
import type { TestMeter } from './subscriptions/test-meter.js';
import { countStates } from './subscriptions/webhook-states.js';

export interface UpkeepParts {
  pool: Pool;
  directory: Pick<DirectoryCopy, 'deletedWorkspaces'>;
  log: DeliveryLog;
  book: LeaseBook;
  meter: TestMeter;
  metrics: DeliveryMetrics;
  bounds: { entries: number; days: number };
  logger: Logger;
}

const EVERY_MS = 30_000;

/** What has to be done again and again: webhooks of deleted workspaces and old attempts go, former secrets too; states are counted. */
export class Upkeep {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: UpkeepParts) {}

  start(): void {
    this.timer = setInterval(() => (this.running = this.run()), EVERY_MS);
    this.running = this.run();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    const { pool, logger } = this.parts;
    try {
      this.parts.metrics.counted(await countStates(pool));
      await asOneInstance(pool, 'webhook upkeep', () => this.tidy());
    } catch (error) {
      logger.warn({ error: String(error) }, 'Upkeep failed; it is tried again.');
    }
  }

  private async tidy(): Promise<void> {
    const { pool, directory, log, book, meter, bounds, logger } = this.parts;
    const { rows } = await pool.query<{ id: string }>('delete from webhook where workspace = any($1::text[]) returning id', [[...directory.deletedWorkspaces.keys()]]);
    if (rows.length > 0) logger.info({ webhooks: rows.length }, 'Webhooks of deleted workspaces were removed.');
    await pool.query('update webhook set former_secret = null, former_until = null where former_until < now()');
    // A message that waits for somebody's decision is made anew when it comes: what is erased until then lies here no longer.
    await pool.query(`delete from pending_message p using webhook w where w.id = p.webhook and (not w.enabled or w.state <> 'active') and p.made_at < now() - interval '1 day'`);
    await log.forget(bounds);
    await book.forgetLost();
    await meter.forget();
  }
}
