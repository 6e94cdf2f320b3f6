import { totalmem } from 'node:os';

/** Sizes of the embedded database that differ between the product and its tests. */
export interface DatabaseSizes {
  maxConnections?: number;
  sharedBuffersMiB?: number;
  maxWalMiB?: number;
}

const MIB = 1024 * 1024;

/**
 * Seconds between checkpoints. After a crash, PostgreSQL reads its log since the last complete checkpoint, one and a half times as long at
 * most, at 75 to 100 MB/s. Each checkpoint costs an image of every page that changes afterwards.
 */
export const CHECKPOINT_S = 60;

/**
 * An eighth of the memory, within limits, since the broker, the services and the page cache share the machine. It is only allocated when
 * used.
 */
function ownBuffersMiB(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.round(Math.min(4096, Math.max(128, memory / 8 / MIB)));
}

/**
 * The settings of the embedded PostgreSQL as arguments of `postgres`. Durability comes first: fsync, synchronous commit and full page
 * writes stay on. The rest is for two cores and many small updates: no WAL compression (this build only has the slow pglz), no JIT, few
 * workers, and an eager autovacuum.
 */
export function databaseArguments(
  { maxConnections = 100, sharedBuffersMiB = ownBuffersMiB(), maxWalMiB = 4096 }: DatabaseSizes = {},
  more: Readonly<Record<string, string | number>> = {},
): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',

    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_compression: 'off',
    wal_buffers: '16MB',
    max_wal_size: `${maxWalMiB}MB`,
    // Recycled WAL files need not be filled with zeros first.
    min_wal_size: '1GB',
    checkpoint_timeout: `${CHECKPOINT_S}s`,
    checkpoint_completion_target: 0.5,

    shared_buffers: `${sharedBuffersMiB}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: `${Math.max(1024, 3 * sharedBuffersMiB)}MB`,
    random_page_cost: 1.1,
    jit: 'off',
    max_worker_processes: 4,
    max_parallel_workers: 2,
    max_parallel_workers_per_gather: 1,
    io_workers: 2,
    autovacuum_max_workers: 2,
    autovacuum_naptime: '10s',
    autovacuum_vacuum_scale_factor: 0.05,
    // Plans use keys and do not change, and collecting statistics every ten seconds cost 4 µs per update.
    autovacuum_analyze_scale_factor: 0.5,
    autovacuum_vacuum_cost_delay: '1ms',

    log_line_prefix: '%m [%p] %a ',
    log_checkpoints: 'off',
    log_lock_waits: 'on',
    log_autovacuum_min_duration: '10s',
    // Statements in the log would contain personal data.
    log_min_error_statement: 'panic',
    ...more,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
