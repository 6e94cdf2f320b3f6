import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds } from '#postgres/upkeep-rounds.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
import { quarterOf } from '../folding/quarter.js';
import { DAY_MS, type ObservationPieces } from '../tables/observation-pieces.js';
import { deleteWorkspaces } from './deleted-workspaces.js';
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
/** Lines of the access log that come again come within seconds. */
const DIGEST_DAYS = 2;
/** Sums that are kept by quarter. */
const SUMS = ['movement', 'arrival', 'change_count', 'value_sum', 'call_count', 'area_sum'] as const;

/** Makes pieces ahead and takes away what is no longer kept; one instance at a time. */
export class ReportUpkeep {
  private readonly rounds: UpkeepRounds;
  private readonly rows: Counter<'what'>;
  private prunedAt = 0;

  constructor(private readonly options: ReportUpkeepOptions) {
    this.rows = new Counter({ name: 'waymark_report_removed_rows_total', help: 'Rows that were taken away because they are no longer kept, by what they were.', labelNames: ['what'], registers: [options.registry] });
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
    const dropped = await pieces.keep(now);
    if (dropped.length > 0) logger.info({ dropped }, 'Old observations were dropped.');
    await this.remove('deleted-workspaces', deleteWorkspaces(pool, copy, stopping));
    await this.remove('old-digests', this.deleteBefore('counted_call', now - DIGEST_DAYS * DAY_MS));
    await this.remove('old-calls', this.deleteBefore('object_call', now - config.observationDays * DAY_MS));
    await this.remove('old-digests', this.deleteBefore('counted_area_event', now - config.observationDays * DAY_MS));
    for (const table of SUMS) await this.remove('old-sums', this.deleteBefore(table, now - config.reportDays * DAY_MS));
    if (!copy.complete || now - this.prunedAt < DAY_MS) return;
    this.prunedAt = now;
    await this.remove('plan-observations', pruneObservations(pool, copy, config.observationDays, now, stopping));
  }

  private async deleteBefore(table: (typeof SUMS)[number] | 'counted_call' | 'object_call' | 'counted_area_event', time: number): Promise<number> {
    const { rowCount } = await this.options.pool.query(`delete from ${table} where quarter < $1`, [quarterOf(time)]);
    return rowCount ?? 0;
  }

  private async remove(what: string, rows: Promise<number>): Promise<void> {
    const count = await rows;
    if (count > 0) this.rows.inc({ what }, count);
  }
}
