import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds, type UpkeepStep } from '#postgres/upkeep-rounds.js';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { deleteEmittedAreaEventIds } from '../feed/area-events/emitted-area-event-cleanup.js';
import { deleteFeedsOfDeleted } from '../feed/chunks/feed-of-deleted.js';
import { packPieces } from '../history/packing/pack-pieces.js';
import type { HeldHistory } from '../history/pieces/held-history.js';
import { shortHistories, type ShortHistory } from '../history/pieces/history-of-plans.js';
import { retainPieces } from '../history/pieces/piece-retention.js';
import { backfillPresence } from '../history/presence/presence-backfill.js';
import { deleteHistoryLeftovers } from '../history/rows/history-leftovers.js';
import type { KeptSchemas } from '../rebuilding/kept-schemas.js';
import type { PartitionedTable } from '../storage/time-partitions.js';

export interface DataUpkeepOptions {
  copy: DirectoryCopy;
  /** Needs at least two connections: one holds the lock, the other does the work. */
  pool: Pool;
  tables: readonly PartitionedTable[];
  heldHistory: Pick<HeldHistory, 'releaseHeld'>;
  keptSchemas: Pick<KeptSchemas, 'dropOverdue'>;
  /** See `HeldHistory`. */
  appliedUntil: () => number | undefined;
  logger: Logger;
  registry: Registry;
  tasks: UpkeepTasks;
}

const ROUND_MS = 60_000;
/** Time limit of a step, which then continues in the next round, after the other steps. */
const STEP_MS = 30_000;

type What = 'erased-history' | 'deleted-feed' | 'emitted-area-events' | 'released-history' | 'presence' | 'kept-schemas';

/**
 * Deletes outdated data outside the units of work, in limited amounts and on one instance at a time. Only this work needs the directory.
 */
export class DataUpkeep {
  private readonly rounds: UpkeepRounds;
  /** Separate rounds, since processing large pieces takes hours. */
  private readonly retention: UpkeepRounds;
  /** The tasks of these rounds: while one of them takes hours, the others wait and are not overdue. */
  private readonly slow: UpkeepTask[] = [];
  private readonly rows: Counter<'what'>;

  constructor(private readonly options: DataUpkeepOptions) {
    this.rows = new Counter({
      name: 'waymark_projection_removed_rows_total',
      help:
        'Rows deleted outside units: history of erased objects, feeds of deleted workspaces, ' +
        'area events that no feed contains any more, history beyond the retention of a plan or workspace, and ' +
        'history kept by a hold that was released.',
      labelNames: ['what'],
      registers: [options.registry],
    });
    this.rounds = new UpkeepRounds({ pool: options.pool, turn: 'waymark.data-upkeep', everyMs: ROUND_MS, steps: this.steps() });
    const [history, presence] = [this.tableOf('history'), this.tableOf('presence')];
    this.retention = new UpkeepRounds({
      pool: options.pool,
      turn: 'waymark.history-retention',
      everyMs: ROUND_MS,
      // Packed last, so that what is deleted anyway is not packed first.
      steps: [this.retain('plan-history', history), this.retain('plan-presence', presence), this.pack(history)],
    });
  }

  start(): void {
    for (const rounds of [this.rounds, this.retention]) {
      this.options.copy.onWorkspaceDeleted(() => rounds.wake());
      rounds.start();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.rounds.stop(), this.retention.stop()]);
  }

  private tableOf(name: PartitionedTable['table']): PartitionedTable {
    return this.options.tables.find(({ table }) => table === name)!;
  }

  private steps(): UpkeepStep[] {
    const { pool, copy, heldHistory, keptSchemas, logger } = this.options;
    const [history, presence, feed] = [this.tableOf('history'), this.tableOf('presence'), this.tableOf('feed_chunk')];
    return [
      this.step('erased-history', (signal) => deleteHistoryLeftovers(pool, [history, presence], signal)),
      this.step('deleted-feed', (signal) => deleteFeedsOfDeleted(pool, feed, copy, Date.now(), signal)),
      this.step('emitted-area-events', (signal) => deleteEmittedAreaEventIds(pool, feed, Date.now(), signal)),
      this.step('presence', async (signal) => {
        const objects = await backfillPresence(pool, { history, presence }, Date.now(), signal);
        if (objects > 0) logger.info({ objects }, 'Older history was indexed for queries by place.');
      }),
      this.step('released-history', (signal) => heldHistory.releaseHeld(signal)),
      this.step('kept-schemas', async () => {
        for (const schema of await keptSchemas.dropOverdue())
          logger.info({ schema }, 'Tables kept by a rebuild were dropped after their retention.');
      }),
    ];
  }

  /** A step with a time limit, which continues in the next round. @param work returns the number of deleted rows */
  private step(what: What, work: (signal: AbortSignal) => Promise<number | void>): UpkeepStep {
    return {
      task: this.options.tasks.add(what, ROUND_MS),
      work: async (stopping) => {
        const rows = await work(AbortSignal.any([stopping, AbortSignal.timeout(STEP_MS)]));
        if (rows) this.rows.inc({ what }, rows);
      },
    };
  }

  /** Retention up to the time for which all changes are applied, since a hold that has not arrived yet may keep rows that are due. */
  private retain(what: 'plan-history' | 'plan-presence', table: PartitionedTable): UpkeepStep {
    const { pool, copy, appliedUntil, logger } = this.options;
    const task = this.slowTask(what);
    const work = async (stopping: AbortSignal): Promise<boolean> => {
      const now = appliedUntil();
      if (!copy.complete || now === undefined) return false;
      const short = (): ShortHistory[] => shortHistories(copy, table.retentionDays);
      for (const { piece, rows, how } of await retainPieces({
        pool,
        table,
        short,
        heldWorkspaces: () => copy.heldWorkspaces,
        now,
        stopping,
        onProgress: () => this.goesOn(),
      })) {
        this.rows.inc({ what: 'plan-history' }, rows);
        logger.info({ piece, rows, how }, 'History past its retention was removed.');
      }
      return true;
    };
    return { task, work };
  }

  private pack(history: PartitionedTable): UpkeepStep {
    const { pool, appliedUntil, logger } = this.options;
    const task = this.slowTask('packed-history');
    const work = async (stopping: AbortSignal): Promise<boolean> => {
      const now = appliedUntil();
      if (now === undefined) return false;
      // One piece in a round, so that the other tasks of the round get their turn.
      for (const { piece, changes, bytes } of await packPieces({ pool, history, now, stopping, most: 1, onProgress: () => this.goesOn() }))
        logger.info({ piece, changes, bytes }, 'A time partition of the history was packed.');
      return true;
    };
    return { task, work };
  }

  private slowTask(name: string): UpkeepTask {
    const task = this.options.tasks.add(name, ROUND_MS);
    this.slow.push(task);
    return task;
  }

  private goesOn(): void {
    for (const task of this.slow) task.inHand();
  }
}
