import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { type Finding, fine, warning } from '#contracts/directory/diagnosis.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { writeTransaction } from '../storage/swap-lock.js';

/** Why all cursors were expired: an operator did it, or a reader's cursor proved that both stores were put back to an earlier time. */
export type ExpiryReason = 'operator' | 'rolled-back';

const REASONS: Readonly<Record<ExpiryReason, string>> = {
  operator: 'an operator did it',
  'rolled-back':
    'a reader had changes that neither the database nor the topic has, so both were put back to an earlier time, such as by a ' +
    'snapshot of the machine',
};

export interface FeedEpochsOptions {
  pool: Pool;
  /** For beginning an epoch. */
  upkeepPool: Pool;
  registry: Registry;
  logger: Logger;
}

/** Time after which the epoch is read again, since another instance may have begun a new one. */
const REREAD_MS = 2_000;
const SHOWN_DAYS = 7;

/** The epoch of the feed, to which cursors belong: a cursor of another epoch has expired. A rebuild keeps it. */
export class FeedEpochs {
  private known: { epoch: string; readAt: number } | undefined;
  private reading: Promise<string> | undefined;
  private readonly expiries: Counter<'reason'>;

  constructor(private readonly options: FeedEpochsOptions) {
    this.expiries = new Counter({
      name: 'waymark_feed_expiries_total',
      help: 'Times at which all cursors of the feed were expired.',
      labelNames: ['reason'],
      registers: [options.registry],
    });
  }

  /** The present epoch, or that of two seconds ago. */
  async current(): Promise<string> {
    if (this.known !== undefined && performance.now() - this.known.readAt < REREAD_MS) return this.known.epoch;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /**
   * Begins a new epoch, so that all cursors have expired, at other instances within two seconds.
   * @param former begins none if the present one is not this one
   */
  async expireCursors(reason: ExpiryReason, former?: string): Promise<void> {
    const { rowCount } = await writeTransaction(this.options.upkeepPool, (client) =>
      client.query(
        `update feed_epoch set epoch = gen_random_uuid(), begun_at = clock_timestamp(), reason = $1
         where $2::uuid is null or epoch = $2`,
        [reason, former ?? null],
      ),
    );
    this.known = undefined;
    if (rowCount === 0) return;
    this.expiries.inc({ reason });
    this.options.logger.error(
      { reason },
      `All cursors of the feed have expired: ${REASONS[reason]}. Every reader reads all objects again.`,
    );
  }

  /** For an operator's diagnosis: whether all cursors were expired in the last days. */
  async finding(): Promise<Finding> {
    const about = 'projection-service.cursors';
    const { rows } = await this.options.pool.query<{ begun_at: Date; reason: ExpiryReason }>(
      `select begun_at, reason from feed_epoch where begun_at > now() - interval '${SHOWN_DAYS} days'`,
    );
    const last = rows[0];
    if (last === undefined) return fine(about, `of the feed were not expired in the last ${SHOWN_DAYS} days`);
    const found = `all cursors of the feed were expired at ${last.begun_at.toISOString()}: ${REASONS[last.reason]}`;
    return last.reason === 'operator'
      ? fine(about, found)
      : warning(
          about,
          found,
          'Changes since that time are lost. Every reader of the feed reads all objects again by itself. Consumers of the topics do not: ' +
            'see "Restored stores" in docs/operations.md.',
        );
  }

  private async read(): Promise<string> {
    const readAt = performance.now();
    const { rows } = await this.options.pool.query<{ epoch: string }>({ name: 'feed-epoch', text: 'select epoch from feed_epoch' });
    const { epoch } = rows[0]!;
    this.known = { epoch, readAt };
    return epoch;
  }
}
