import type { ClientBase } from 'pg';
import type { Logger } from '#telemetry/logger.js';

/** Null: a standby. The functions are open to every role. */
const READ = `select case when pg_is_in_recovery() then null
  else (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`;
/** Not permitted, missing, or not supported by this kind of PostgreSQL. */
const CANNOT_TELL = new Set(['42501', '42883', '0A000', '55000']);

class StandbyError extends Error {
  override readonly name = 'StandbyError';
  /** As a statement that writes would be answered (`databaseFault`). */
  readonly code = '25006';
}

class OtherTimelineError extends Error {
  override readonly name = 'OtherTimelineError';
}

/**
 * Recognises that the server at the database's address has been replaced while this process runs: by a promoted standby,
 * or by a restored database. PostgreSQL gives each of them a new timeline. It may lack commits that this process has seen,
 * so what the process has in memory (objects, offsets, what was published) may be newer than the database. Then the
 * process ends at once, and the next one begins with what is in the database. All pools of a process that lead to the same
 * address share one.
 */
export class DatabaseTimeline {
  private known: string | undefined;
  private warned = false;

  /** @param end ends the process */
  constructor(
    private readonly logger: Logger,
    private readonly end: () => void = () => process.exit(1),
  ) {}

  /** @throws when nothing may be done on this new connection: it leads to a standby, or to another history */
  async check(client: ClientBase): Promise<void> {
    const timeline = await this.read(client);
    if (timeline === undefined) return;
    // It may be promoted while connected, without another check.
    if (timeline === null)
      throw new StandbyError('The server at this address is a standby. Promote it, or let DATABASE_URL lead to the primary.');
    this.known ??= timeline;
    if (timeline === this.known) return;
    this.logger.fatal(
      { known: this.known, found: timeline },
      'Another database is at this address: a standby was promoted, or a backup was restored. This process ' +
        'ends, and begins again with what that database has.',
    );
    this.end();
    throw new OtherTimelineError(`The database has timeline ${timeline}, this process began with ${this.known}.`);
  }

  /** Undefined: it cannot be read. */
  private async read(client: ClientBase): Promise<string | null | undefined> {
    try {
      return (await client.query<{ timeline: string | null }>(READ)).rows[0]!.timeline;
    } catch (error) {
      if (!CANNOT_TELL.has((error as { code?: string }).code ?? '')) throw error;
      if (!this.warned)
        this.logger.warn(
          { error: String(error) },
          'The timeline of this database cannot be read. Restart all services after a standby was promoted or a backup was restored.',
        );
      this.warned = true;
      return undefined;
    }
  }
}
