import pg from 'pg';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { checkedSchemaName } from '#postgres/schema-name.js';
import type { Config } from '../configuration/config.js';
import { createProjectionDataSource } from '../schema/projection-data-source.js';
import { rebuildLock } from '../storage/swap-lock.js';
import { buildNextSchema } from './build-next-schema.js';
import { KeptSchemas } from './kept-schemas.js';
import { RebuildRuns } from './rebuild-runs.js';
import type { RebuildEnd, RebuildOptions, RebuildWork } from './rebuild-work.js';
import { nextOf } from './swap-schemas.js';
import { undoSwap } from './undo-swap.js';

const HOUR_MS = 3_600_000;

/**
 * Rebuilds the projection from the topics, in a separate schema while the old one serves reads; copies data that is no longer on the
 * topics; compares both row by row; and swaps the new one in if nothing differs. Cursors stay valid, since they are offsets of the log.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildEnd> {
  const { config, mode } = options;
  const schema = checkedSchemaName(config.databaseSchema);
  const next = checkedSchemaName(nextOf(schema));
  const admin = createPool({ url: config.databaseUrl, schema, max: 2, applicationName: 'waymark-rebuild', statementTimeoutMs: HOUR_MS });
  const lock = await admin.connect();
  try {
    await takeTurn(lock, schema);
    // Only with the lock held, since otherwise an existing schema may belong to another rebuild.
    return await recorded(new RebuildRuns(admin, schema), options, (report) => {
      const work = { ...options, report, schema, next, admin, kept: new KeptSchemas(admin, schema) };
      return mode === 'undo' ? undoSwap(work) : build(work);
    });
  } finally {
    lock.release(true);
    await admin.end();
  }
}

/** Records the result, so that any instance of the service can show it. */
async function recorded(
  runs: RebuildRuns,
  { mode, report }: RebuildOptions,
  work: (report: RebuildOptions['report']) => Promise<RebuildEnd>,
): Promise<RebuildEnd> {
  const id = await runs.begin(mode === 'check');
  let last = '';
  const progress = (line: string): void => {
    report((last = line));
    void runs.report(id, line).catch(() => undefined);
  };
  try {
    const end = await work(progress);
    await runs.end(id, end.status, last, end.status === 'undone' ? undefined : end.differences);
    return end;
  } catch (error) {
    await runs.end(id, 'failed', error instanceof Error ? error.message : String(error)).catch(() => undefined);
    throw error;
  }
}

/** Takes the lock. @throws Error while another rebuild is running, whose session holds the lock */
async function takeTurn(client: pg.PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtext($1)) as taken', [rebuildLock(schema)]);
  if (!rows[0]!.taken) throw new Error('Another rebuild of this projection is running; wait until it has ended.');
}

async function build(work: RebuildWork): Promise<RebuildEnd> {
  const { config, mode, next, kept, report } = work;
  await kept.prepare();
  const isBuilt = mode === 'accept' && (await kept.has(next, 'built'));
  let end: RebuildEnd | undefined;
  try {
    if (isBuilt) {
      report('Continuing with the projection that was built but not swapped in.');
      await kept.forget(next);
    } else await kept.drop(next);
    await createTables(config, next);
    end = await buildNextSchema(work, isBuilt);
    return end;
  } finally {
    // After a swap, no schema has this name.
    if (end?.status === 'refused') await kept.keep(next, 'built', config.rebuildKeptHours);
    else await kept.drop(next).catch(() => undefined);
  }
}

async function createTables(config: Config, next: string): Promise<void> {
  const dataSource = createProjectionDataSource(config.databaseUrl, next);
  try {
    await migrate(dataSource);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
