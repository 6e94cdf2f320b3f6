import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds } from '#postgres/upkeep-rounds.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
import { quarterOf } from '../folding/quarter.js';
import { DAY_MS, type ObservationPieces } from '../tables/observation-pieces.js';
import { BatchedDeletes, type Deleted } from './batched-deletes.js';
import { DeletedWorkspaces } from './deleted-workspaces.js';
import { pruneObservations } from './observations-of-plans.js';

export interface ReportUpkeepOptions {
  copy: DirectoryCopy;
  /** Of at least two connections: one holds the turn, the other does the work. */
  pool: Pool;
  pieces: ObservationPieces;
  config: Pick<Config, 'reportDays' | 'observationDays'>;
  logger: Logger;
  registry: Registry;
}

const ROUND_MS = 10 * 60_000;
/** Of one step in one round, so that the others get their turn. */
const STEP_MS = 60_000;
/** Lines of the access log that come again come within seconds. */
const DIGEST_DAYS = 2;
const BEFORE = 'quarter < $1';
/** Sums that are kept by quarter. */
const SUMS = ['movement', 'arrival', 'change_count', 'value_sum', 'call_count', 'area_sum'] as const;

/** Makes pieces ahead and takes away what is no longer kept; one instance at a time. */
export class ReportUpkeep {
  private readonly rounds: UpkeepRounds;
  private readonly rows: Counter<'what'>;
  private readonly deletedWorkspaces: DeletedWorkspaces;
  /** When all was gone that plans do not keep. */
  private prunedAt = 0;

  constructor(private readonly options: ReportUpkeepOptions) {
    this.rows = new Counter({ name: 'waymark_report_removed_rows_total', help: 'Rows that were taken away because they are no longer kept, by what they were.', labelNames: ['what'], registers: [options.registry] });
    this.deletedWorkspaces = new DeletedWorkspaces(options.copy);
    const { pool, logger } = options;
    this.rounds = new UpkeepRounds({ pool, turn: 'waymark.report-upkeep', everyMs: ROUND_MS, work: (stopping) => this.keep(Date.now(), stopping), onError: (error) => logger.warn({ err: error }, 'What is no longer kept could not be removed; tried again in ten minutes.') });
  }

  start(): void {
    this.options.copy.onWorkspaceDeleted(() => this.rounds.wake());
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  private async keep(now: number, stopping: AbortSignal): Promise<void> {
    const { pool, pieces, copy, config, logger } = this.options;
    const before = (days: number): number => quarterOf(now - days * DAY_MS);
    const step = async (what: string, work: (batches: BatchedDeletes) => Promise<Deleted>): Promise<boolean> => {
      try {
        const { rows, complete } = await work(new BatchedDeletes(pool, performance.now() + STEP_MS, stopping));
        if (rows > 0) this.rows.inc({ what }, rows);
        if (!complete) logger.info({ what, rows }, 'There is more to remove than in one round; the next goes on.');
        return complete;
      } catch (error) {
        stopping.throwIfAborted();
        logger.warn({ err: error, what }, 'What is no longer kept could not be removed; tried again in ten minutes.');
        return false;
      }
    };
    await step('old-observations', async () => {
      const dropped = await pieces.keep(now);
      if (dropped.length > 0) logger.info({ dropped }, 'Old observations were dropped.');
      return { rows: 0, complete: true };
    });
    await step('deleted-workspaces', (batches) => this.deletedWorkspaces.clear(batches));
    await step('old-digests', (batches) => batches.delete('counted_call', BEFORE, [before(DIGEST_DAYS)]));
    await step('old-calls', (batches) => batches.delete('object_call', BEFORE, [before(config.observationDays)]));
    await step('old-digests', (batches) => batches.delete('counted_area_event', BEFORE, [before(config.observationDays)]));
    await step('old-visits', (batches) => batches.delete('visit', 'left_at < $1', [pieces.oldest(now)]));
    for (const table of SUMS) await step('old-sums', (batches) => batches.delete(table, BEFORE, [before(config.reportDays)]));
    if (!copy.complete || now - this.prunedAt < DAY_MS) return;
    if (await step('plan-observations', (batches) => pruneObservations(batches, copy, config.observationDays, now))) this.prunedAt = now;
  }
}
