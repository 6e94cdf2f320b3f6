import type { ClientBase } from 'pg';
import type { Logger } from '#telemetry/logger.js';

/** The timeline; null on a standby. Every role may call these functions. */
const READ = `select case when pg_is_in_recovery() then null
  else (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`;
/** Not permitted, missing, or not supported by this kind of PostgreSQL. */
const UNAVAILABLE_CODES = new Set(['42501', '42883', '0A000', '55000']);

class StandbyError extends Error {
  override readonly name = 'StandbyError';
  /** The code that a write would get (`databaseFault`). */
  readonly code = '25006';
}

class OtherTimelineError extends Error {
  override readonly name = 'OtherTimelineError';
}

/**
 * Recognises that the server at the database's address was replaced while this process runs, by a promoted standby or a restored database,
 * each of which has a new timeline. It may lack commits that this process has seen, so the data in memory (objects, offsets, published
 * positions) may be newer than the database. Then the process ends at once, and the next one begins with the database's data. All pools of
 * a process for the same address share one instance.
 */
export class DatabaseTimeline {
  private known: string | undefined;
  private warned = false;

  /** @param end ends the process */
  constructor(
    private readonly logger: Logger,
    private readonly end: () => void = () => process.exit(1),
  ) {}

  /** @throws Error if a new connection must not be used, because it leads to a standby or to another timeline */
  async check(client: ClientBase): Promise<void> {
    const timeline = await this.read(client);
    if (timeline === undefined) return;
    // A standby is refused, since it could be promoted during the connection without another check.
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

  /** The timeline; undefined if it cannot be read. */
  private async read(client: ClientBase): Promise<string | null | undefined> {
    try {
      return (await client.query<{ timeline: string | null }>(READ)).rows[0]!.timeline;
    } catch (error) {
      if (!UNAVAILABLE_CODES.has((error as { code?: string }).code ?? '')) throw error;
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
