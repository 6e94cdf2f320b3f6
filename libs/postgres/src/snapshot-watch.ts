import type { Client, Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';

export interface OldestSnapshot {
  /** Age of the oldest transaction for which the server has to keep former rows; 0 if there is none. */
  seconds: number;
  /** Number of transactions since then; also known for replicas and replication slots, whose age is unknown. */
  transactions: number;
  /** Its visible holder, if any. */
  holder: string | undefined;
}

/**
 * Sessions, prepared transactions, replicas with feedback, and slots that visibly hold back vacuum. Vacuum itself does not.
 */
const OLDEST = `
  with held as (
    select extract(epoch from clock_timestamp() - xact_start)::float8 as seconds,
    greatest(age(backend_xmin), age(backend_xid)) as transactions,
      concat_ws(' ', coalesce(nullif(application_name, ''), 'a session'), 'with process id', pid) as holder
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type in ('client backend', 'parallel worker')
    and (backend_xmin is not null or backend_xid is not null)
      and query not ilike 'vacuum%'
    union all
    select extract(epoch from clock_timestamp() - prepared)::float8, age(transaction), 'the prepared transaction ' || gid
    from pg_prepared_xacts where database = current_database()
    union all
    select 0, age(backend_xmin), 'the replica ' || coalesce(nullif(application_name, ''), client_addr::text, '')
    from pg_stat_replication where backend_xmin is not null
    union all
    select 0, greatest(age(xmin), age(catalog_xmin)), 'the replication slot ' || slot_name from pg_replication_slots
    where xmin is not null or catalog_xmin is not null
  )
  select coalesce(max(seconds), 0) as seconds, coalesce(max(transactions), 0)::float8 as transactions,
    (select holder from held order by seconds desc, transactions desc nulls last limit 1) as holder
  from held`;

export async function oldestSnapshot(db: Pool | Client): Promise<OldestSnapshot> {
  const { rows } = await db.query<{ seconds: number; transactions: number; holder: string | null }>(OLDEST);
  const { seconds, transactions, holder } = rows[0]!;
  return { seconds, transactions, holder: holder ?? undefined };
}

const EVERY_MS = 10_000;

/**
 * Finds the reason if vacuum cannot clean up. Each update of a row (objects, states, offsets) leaves a former version, which fills pages
 * and makes updates more expensive as long as any snapshot of the database may need it.
 */
export class SnapshotWatch {
  private last: OldestSnapshot | undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(private readonly options: { pool: Pool; registry: Registry; logger: Logger }) {
    const { registry } = options;
    watchedGauge(registry, {
      name: 'waymark_database_oldest_snapshot_seconds',
      help: 'Age of the oldest transaction in the database that old row versions are kept for; -1: unknown.',
      value: () => this.last?.seconds ?? -1,
    });
    watchedGauge(registry, {
      name: 'waymark_database_oldest_snapshot_transactions',
      help:
        'How many transactions ago the oldest snapshot that old row versions are kept for was taken, those of ' +
        'replicas and replication slots included; -1: not known.',
      value: () => this.last?.transactions ?? -1,
    });
  }

  start(): void {
    this.timer = setInterval(() => this.begin(), EVERY_MS).unref();
    this.begin();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private begin(): void {
    this.looking ??= this.look().finally(() => (this.looking = undefined));
  }

  private async look(): Promise<void> {
    try {
      this.last = await oldestSnapshot(this.options.pool);
    } catch (error) {
      this.last = undefined;
      this.options.logger.debug({ err: error }, 'The oldest snapshot of the database could not be determined.');
    }
  }
}
