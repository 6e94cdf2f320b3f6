import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds } from '#postgres/upkeep-rounds.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { backfillPresence } from '../presence/presence-backfill.js';
import type { KeptSchemas } from '../rebuilding/kept-schemas.js';
import type { PartitionedTable } from '../tables/time-partitions.js';
import { deleteFeedsOfDeleted } from './feed-of-deleted.js';
import { forgetToldAreaEvents } from './told-area-events-left.js';
import type { HeldHistory } from './held-history.js';
import { deleteHistoryLeftovers } from './history-leftovers.js';
import { pruneHistories, shortHistories } from './history-of-plans.js';

export interface DataUpkeepOptions {
  copy: DirectoryCopy;
  /** Of at least two connections: one holds the turn, the other does the work. */
  pool: Pool;
  tables: readonly PartitionedTable[];
  heldHistory: Pick<HeldHistory, 'letGo'>;
  keptSchemas: Pick<KeptSchemas, 'dropOverdue'>;
  /** As of HeldHistory. */
  appliedUntil: () => number | undefined;
  logger: Logger;
  registry: Registry;
}

const ROUND_MS = 60_000;
/** A step that takes longer goes on in the next round, after the others had their turn. */
const STEP_MS = 30_000;

type What = 'erased-history' | 'deleted-feed' | 'told-area-events' | 'plan-history' | 'released-history';

/** Steps whose rows are not counted. */
type Silent = 'presence' | 'kept-schemas';

/** Takes away what is to go apart from the units of work, a bounded piece at a time; one instance at a time. Needs the directory for this alone. */
export class DataUpkeep {
  private readonly rounds: UpkeepRounds;
  private readonly rows: Counter<'what'>;

  constructor(private readonly options: DataUpkeepOptions) {
    this.rows = new Counter({ name: 'waymark_projection_removed_rows_total', help: 'Rows that were taken away apart from units: history of erased objects, feeds of deleted workspaces, events of areas that no feed has any more, history that a plan or a workspace does not keep, and that a released hold kept.', labelNames: ['what'], registers: [options.registry] });
    const { pool, logger } = options;
    this.rounds = new UpkeepRounds({ pool, turn: 'waymark.data-upkeep', everyMs: ROUND_MS, work: (stopping) => this.remove(stopping), onError: (error) => logger.warn({ err: error }, 'What is to go could not be removed; tried again in a minute.') });
  }

  start(): void {
    this.options.copy.onWorkspaceDeleted(() => this.rounds.wake());
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  private async remove(stopping: AbortSignal): Promise<void> {
    const { pool, copy, tables, heldHistory, keptSchemas, logger } = this.options;
    const [history, presence, feed] = (['history', 'presence', 'feed_chunk'] as const).map((name) => tables.find(({ table }) => table === name)!) as [PartitionedTable, PartitionedTable, PartitionedTable];
    await this.step('erased-history', stopping, (signal) => deleteHistoryLeftovers(pool, [history, presence], signal));
    await this.step('deleted-feed', stopping, (signal) => deleteFeedsOfDeleted(pool, feed, copy, Date.now(), signal));
    await this.step('told-area-events', stopping, (signal) => forgetToldAreaEvents(pool, feed, Date.now(), signal));
    await this.step('presence', stopping, async (signal) => {
      const objects = await backfillPresence(pool, { history, presence }, Date.now(), signal);
      if (objects > 0) logger.info({ objects }, 'History from before questions about places was gone through.');
    });
    await this.step('released-history', stopping, (signal) => heldHistory.letGo(signal));
    await this.step('kept-schemas', stopping, async () => {
      for (const schema of await keptSchemas.dropOverdue()) logger.info({ schema }, 'What a rebuild had kept was dropped after its time.');
    });
    // Last, since it reads whole pieces, each of which it has to begin anew when it is cut.
    for (const table of [history, presence]) await this.step('plan-history', stopping, () => this.prune(table, history, stopping));
  }

  /** What fails, or takes too long, of one keeps none of the others from being done. */
  private async step(what: What | Silent, stopping: AbortSignal, work: (signal: AbortSignal) => Promise<number | void>): Promise<void> {
    if (stopping.aborted) return;
    try {
      const rows = await work(AbortSignal.any([stopping, AbortSignal.timeout(STEP_MS)]));
      if (rows && what !== 'presence' && what !== 'kept-schemas') this.rows.inc({ what }, rows);
    } catch (error) {
      if (!stopping.aborted) this.options.logger.warn({ err: error, what }, 'What is to go, or to be made up for, is not done yet; tried again in a minute.');
    }
  }

  /** By what was applied, not by the clock: a hold that is still to come may keep what would go by now. */
  private async prune(table: PartitionedTable, { retentionDays }: PartitionedTable, stopping: AbortSignal): Promise<number> {
    const { pool, copy, appliedUntil, logger } = this.options;
    const now = appliedUntil();
    if (!copy.complete || now === undefined) return 0;
    const pruned = await pruneHistories({ pool, history: table, short: () => shortHistories(copy, retentionDays), heldWorkspaces: () => copy.heldWorkspaces, now, stopping });
    for (const { piece, rows } of pruned) logger.info({ piece, rows }, 'History that is not kept so long was removed.');
    return pruned.reduce((sum, { rows }) => sum + rows, 0);
  }
}
