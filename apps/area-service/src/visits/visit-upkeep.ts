import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Areas } from '../areas/areas.js';

const EVERY_MS = 60_000;
const ROWS_AT_ONCE = 10_000;

/** Drops visits that ended long ago, and all that is held of workspaces that were deleted. */
export class VisitUpkeep {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly done = new Set<string>();

  constructor(private readonly options: { pool: Pool; areas: Areas; directory: DirectoryCopy; retentionDays: number; logger: Logger }) {}

  start(): void {
    this.options.directory.onWorkspaceDeleted(() => this.wake());
    this.timer = setInterval(() => this.wake(), EVERY_MS);
    this.timer.unref();
  }

  private wake(): void {
    this.running ??= this.pass()
      .catch((error: unknown) => this.options.logger.warn({ error: String(error) }, 'Visits could not be tidied; it is tried again.'))
      .finally(() => (this.running = undefined));
  }

  private async pass(): Promise<void> {
    const { pool, areas, directory, retentionDays } = this.options;
    for (const workspace of directory.deletedWorkspaces.keys()) {
      if (this.done.has(workspace)) continue;
      while ((await areas.removeAll(workspace)) > 0);
      while (((await pool.query(`delete from visit where ctid = any(array(select ctid from visit where workspace = $1 limit ${ROWS_AT_ONCE}))`, [workspace])).rowCount ?? 0) > 0);
      while (((await pool.query(`delete from track where ctid = any(array(select ctid from track where workspace = $1 limit ${ROWS_AT_ONCE}))`, [workspace])).rowCount ?? 0) > 0);
      this.done.add(workspace);
    }
    await pool.query(`delete from visit where ctid = any(array(select ctid from visit where ended_at < now() - $1 * interval '1 day' limit ${ROWS_AT_ONCE}))`, [retentionDays]);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
