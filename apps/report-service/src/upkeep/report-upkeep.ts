import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds, type UpkeepStep } from '#postgres/upkeep-rounds.js';
import type { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { quarterOf } from '../folding/quarter.js';
import { DAY_MS, type ObservationPieces } from '../tables/observation-pieces.js';
import { BatchedDeletes, type Deleted } from './batched-deletes.js';
import { DeletedWorkspaces } from './deleted-workspaces.js';
import { pruneObservations } from './observations-of-plans.js';

export interface ReportUpkeepOptions {
  copy: DirectoryCopy;
  /** Needs at least two connections: one holds the lock, the other does the work. */
  pool: Pool;
  pieces: ObservationPieces;
  config: Pick<Config, 'reportDays' | 'observationDays'>;
  logger: Logger;
  registry: Registry;
  tasks: UpkeepTasks;
}

const ROUND_MS = 10 * 60_000;
/** Time limit of a step in each round, so that the other steps have their turn. */
const STEP_MS = 60_000;
/** How long digests are kept; repeated lines of the access log arrive within seconds. */
const DIGEST_DAYS = 2;
const BEFORE = 'quarter < $1';
/** Tables of sums by quarter. */
const SUMS = ['movement', 'arrival', 'change_count', 'value_sum', 'call_count', 'area_sum'] as const;

/** Creates pieces ahead and deletes data beyond its retention; one instance at a time. */
export class ReportUpkeep {
  private readonly rounds: UpkeepRounds;
  private readonly rows: Counter<'what'>;
  private readonly deletedWorkspaces: DeletedWorkspaces;
  /** Time of the last complete deletion for plans. */
  private prunedAt = 0;

  constructor(private readonly options: ReportUpkeepOptions) {
    this.rows = new Counter({
      name: 'waymark_report_removed_rows_total',
      help: 'Rows deleted because their retention has ended, by kind.',
      labelNames: ['what'],
      registers: [options.registry],
    });
    this.deletedWorkspaces = new DeletedWorkspaces(options.copy);
    this.rounds = new UpkeepRounds({ pool: options.pool, turn: 'waymark.report-upkeep', everyMs: ROUND_MS, steps: this.steps() });
  }

  start(): void {
    this.options.copy.onWorkspaceDeleted(() => this.rounds.wake());
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  private steps(): UpkeepStep[] {
    const { copy, config } = this.options;
    const before = (days: number): number => quarterOf(Date.now() - days * DAY_MS);
    const { observationDays, reportDays } = config;
    return [
      this.step('old-observations', () => this.keepPieces(Date.now())),
      this.step('deleted-workspaces', (batches) => this.deletedWorkspaces.clear(batches)),
      this.step('old-digests', (batches) => batches.delete('counted_call', BEFORE, [before(DIGEST_DAYS)])),
      this.step('old-calls', (batches) => batches.delete('object_call', BEFORE, [before(observationDays)])),
      this.step('old-area-digests', (batches) => batches.delete('counted_area_event', BEFORE, [before(observationDays)])),
      this.step('old-visits', (batches) => batches.delete('visit', 'left_at < $1', [this.options.pieces.oldest(Date.now())])),
      ...SUMS.map((table) =>
        this.step(`old-sums-${table.replaceAll('_', '-')}`, (batches) => batches.delete(table, BEFORE, [before(reportDays)])),
      ),
      this.step('plan-observations', async (batches) => {
        const now = Date.now();
        if (!copy.complete) return undefined;
        if (now - this.prunedAt < DAY_MS) return { rows: 0, complete: true };
        const pruned = await pruneObservations(batches, copy, observationDays, now);
        if (pruned.complete) this.prunedAt = now;
        return pruned;
      }),
    ];
  }

  /** @param work returns undefined if it cannot be done now */
  private step(what: string, work: (batches: BatchedDeletes) => Promise<Deleted | undefined>): UpkeepStep {
    const { pool, logger, tasks } = this.options;
    return {
      task: tasks.add(what, ROUND_MS),
      work: async (stopping) => {
        const deleted = await work(new BatchedDeletes(pool, performance.now() + STEP_MS, stopping));
        if (deleted === undefined) return false;
        const { rows, complete } = deleted;
        if (rows > 0) this.rows.inc({ what: what.startsWith('old-sums') ? 'old-sums' : what }, rows);
        if (!complete) logger.info({ what, rows }, 'There is more to remove than one round allows; the next round continues.');
        return true;
      },
    };
  }

  private async keepPieces(now: number): Promise<Deleted> {
    const dropped = await this.options.pieces.keep(now);
    if (dropped.length > 0) this.options.logger.info({ dropped }, 'Old observations were dropped.');
    return { rows: 0, complete: true };
  }
}
