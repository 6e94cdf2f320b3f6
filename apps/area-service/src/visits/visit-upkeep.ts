import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepRounds } from '#postgres/upkeep-rounds.js';
import type { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Areas } from '../areas/areas.js';
import { dropTracks } from '../storage/track-rows.js';

const EVERY_MS = 60_000;
const STEP_MS = 25_000;
const ROWS_AT_ONCE = 10_000;

export interface VisitUpkeepOptions {
  /** Needs at least two connections. */
  pool: Pool;
  areas: Pick<Areas, 'removeAll'>;
  directory: DirectoryCopy;
  retentionDays: number;
  tasks: UpkeepTasks;
}

/** Drops visits that ended long ago and all data of deleted workspaces, batch by batch. */
export class VisitUpkeep {
  private readonly rounds: UpkeepRounds;
  private readonly done = new Set<string>();

  constructor(private readonly options: VisitUpkeepOptions) {
    const { pool, tasks } = options;
    // The remainder waits for the next round: recently deleted workspaces come first in each round.
    const within = (stopping: AbortSignal): AbortSignal => AbortSignal.any([stopping, AbortSignal.timeout(STEP_MS)]);
    this.rounds = new UpkeepRounds({
      pool,
      turn: 'waymark.area.upkeep',
      everyMs: EVERY_MS,
      steps: [
        { task: tasks.add('deleted-workspaces', EVERY_MS), work: (stopping) => this.dropDeleted(within(stopping)) },
        { task: tasks.add('old-visits', EVERY_MS), work: (stopping) => this.dropOld(within(stopping)) },
      ],
    });
  }

  start(): void {
    this.options.directory.onWorkspaceDeleted(() => this.rounds.wake());
    this.rounds.start();
  }

  private async dropDeleted(ending: AbortSignal): Promise<void> {
    const { pool, areas, directory } = this.options;
    for (const workspace of directory.deletedWorkspaces.keys()) {
      if (this.done.has(workspace)) continue;
      const done = [
        await batches(ending, () => areas.removeAll(workspace)),
        await batches(ending, () => dropVisits(pool, 'workspace = $1', workspace)),
        await batches(ending, () => dropTracks(pool, workspace, null, ROWS_AT_ONCE)),
      ];
      if (done.every(Boolean)) this.done.add(workspace);
    }
  }

  private async dropOld(ending: AbortSignal): Promise<void> {
    const { pool, retentionDays } = this.options;
    await batches(ending, () => dropVisits(pool, `ended_at < now() - $1 * interval '1 day'`, retentionDays));
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }
}

/** Repeats batches until one finds nothing; false: the round ended before that. */
async function batches(ending: AbortSignal, batch: () => Promise<number>): Promise<boolean> {
  while (!ending.aborted) if ((await batch()) === 0) return true;
  return false;
}

/** Deletes one batch of visits. @param which condition with `$1` @returns number of rows */
export async function dropVisits(pool: Pool, which: string, value: string | number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from visit where ctid = any(array(select ctid from visit where ${which} limit ${ROWS_AT_ONCE} for update skip locked))`,
    [value],
  );
  return rowCount ?? 0;
}
