import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds } from '#postgres/upkeep-rounds.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { backfillPresence } from '../presence/presence-backfill.js';
import type { PartitionedTable } from '../tables/time-partitions.js';
import { deleteFeedsOfDeleted } from './feed-of-deleted.js';
import type { HeldHistory } from './held-history.js';
import { deleteHistoryLeftovers } from './history-leftovers.js';
import { pruneHistories, shortHistories } from './history-of-plans.js';

export interface DataUpkeepOptions {
  copy: DirectoryCopy;
  /** Of at least two connections: one holds the turn, the other does the work. */
  pool: Pool;
  tables: readonly PartitionedTable[];
  heldHistory: Pick<HeldHistory, 'letGo'>;
  logger: Logger;
  registry: Registry;
}

const ROUND_MS = 60_000;

type What = 'erased-history' | 'deleted-feed' | 'plan-history' | 'released-history';

/** Takes away what is to go apart from the units of work, a bounded piece at a time; one instance at a time. Needs the directory for this alone. */
export class DataUpkeep {
  private readonly rounds: UpkeepRounds;
  private readonly rows: Counter<'what'>;

  constructor(private readonly options: DataUpkeepOptions) {
    this.rows = new Counter({ name: 'waymark_projection_removed_rows_total', help: 'Rows that were taken away apart from units: history of erased objects, feeds of deleted workspaces, history that a plan or a workspace does not keep, and that a released hold kept.', labelNames: ['what'], registers: [options.registry] });
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

  private async remove(signal: AbortSignal): Promise<void> {
    const { pool, copy, tables, heldHistory, logger } = this.options;
    const [history, presence, feed] = (['history', 'presence', 'feed_chunk'] as const).map((name) => tables.find(({ table }) => table === name)!) as [PartitionedTable, PartitionedTable, PartitionedTable];
    this.count('erased-history', await deleteHistoryLeftovers(pool, [history, presence], signal));
    this.count('deleted-feed', await deleteFeedsOfDeleted(pool, feed, copy, Date.now(), signal));
    const objects = await backfillPresence(pool, presence, Date.now(), signal);
    if (objects > 0) logger.info({ objects }, 'The history from before questions about places was gone through.');
    if (!copy.complete) return;
    this.count('released-history', await heldHistory.letGo(signal));
    for (const table of [history, presence]) {
      for (const { piece, rows } of await pruneHistories({ pool, history: table, short: () => shortHistories(copy, history.retentionDays), heldWorkspaces: () => copy.heldWorkspaces, now: Date.now(), stopping: signal })) {
        this.count('plan-history', rows);
        logger.info({ piece, rows }, 'History that is not kept so long was removed.');
      }
    }
  }

  private count(what: What, rows: number): void {
    if (rows > 0) this.rows.inc({ what }, rows);
  }
}
