import pg from 'pg';
import type { DatabaseTimeline } from './database-timeline.js';
import { checkedSchemaName } from './schema-name.js';

export interface PoolOptions {
  /** postgres://user:password@host:port/database */
  url: string;
  schema: string;
  /** Largest number of connections. */
  max: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Milliseconds; default 30,000. The client waits 2 s longer, in case the connection is half-open. */
  statementTimeoutMs?: number;
  /** Milliseconds; default 10,000. */
  lockTimeoutMs?: number;
  /** Statements of a connection are sent without waiting for the answers before them. COPY and cursors can't be used then. */
  pipeline?: boolean;
  /**
   * Statements go by keys whatever the statistics say. A plan made while a table was new reads all of it, and a prepared
   * statement keeps that plan while the table grows. For writers only: joins of whole tables become slow.
   */
  plansByKey?: boolean;
  /** Checks each new connection. Only for the address of a primary; omitted: every server is accepted. */
  timeline?: DatabaseTimeline;
  /** Called for idle connections that broke; the pool replaces them by itself. */
  onIdleError?: (error: Error) => void;
}

const PLANS_BY_KEY = ' -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
const INT8_OID = 20;

/** bigint as number: offsets, revisions and watermarks stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: unknown) {
    if (oid === INT8_OID && format !== 'binary') return Number;
    return pg.types.getTypeParser(oid as never, format as never);
  },
} as pg.CustomTypesConfig;

/**
 * A pool whose connections see `schema` first. Every wait is bounded: connecting, statements, locks, idle transactions.
 * A connection is given back through `inTransaction` or `pool.query`, both of which throw away one that failed
 * (after a failover the old server answers 25006, read-only, for as long as the connection lives).
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
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  return pool;
}
