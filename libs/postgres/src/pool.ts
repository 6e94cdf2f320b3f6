import pg from 'pg';
import type { DatabaseTimeline } from './database-timeline.js';
import { checkedSchemaName } from './schema-name.js';

export interface PoolOptions {
  /** postgres://user:password@host:port/database */
  url: string;
  schema: string;
  /** Most connections. */
  max: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Milliseconds; default 30,000. The client waits 2 s longer, in case the connection is half-open. */
  statementTimeoutMs?: number;
  /** Milliseconds; default 10,000. */
  lockTimeoutMs?: number;
  /** Sends the statements of a connection without waiting for earlier answers (`inOrder`). Cursors cannot be used then. */
  pipeline?: boolean;
  /**
   * Makes statements use keys independent of statistics. Otherwise a prepared statement keeps a plan from when a table was new, which reads
   * all of it, while the table grows. For writers only, since joins of whole tables become slow.
   */
  plansByKey?: boolean;
  /** Checks each new connection. Only for the address of a primary; if absent, every server is accepted. */
  timeline?: DatabaseTimeline;
  /** Called for broken idle connections, which the pool replaces by itself. */
  onIdleError?: (error: Error) => void;
}

const PLANS_BY_KEY = ' -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
const INT8_OID = 20;

/** Returns bigint as a number, since offsets, revisions and watermarks stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: unknown) {
    if (oid === INT8_OID && format !== 'binary') return Number;
    return pg.types.getTypeParser(oid as never, format as never);
  },
} as pg.CustomTypesConfig;

/**
 * A pool whose connections have `schema` first on the search path. Every wait is limited: connecting, statements, locks, idle transactions.
 * Use connections through `inTransaction` or `pool.query`, which close a connection after a failure (after a failover, the old server
 * answers 25006, read-only, as long as the connection lives).
 */
export function createPool(options: PoolOptions): pg.Pool {
  const schema = checkedSchemaName(options.schema);
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    options: `-c search_path=${schema},public${options.plansByKey ? PLANS_BY_KEY : ''}`,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 2_000,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    pipeline: options.pipeline ?? false,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    ...(options.timeline && { onConnect: (client: pg.ClientBase) => options.timeline!.check(client) }),
  });
  // Without a listener, the loss of an idle connection would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  return pool;
}
