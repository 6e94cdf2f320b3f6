import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Logger } from '#telemetry/logger.js';

const NOT_INSTALLED =
  'The search finds only beginnings of words: the extension pg_trgm is missing in this database and could not be ' +
  'installed. Its administrator must run: create extension pg_trgm with schema public.';
const WITHOUT_INDEX =
  'Similar words are searched without an index, in all words of the workspace: the extension btree_gin ' +
  'is missing in this database and could not be installed. Its administrator must run: create extension ' +
  'btree_gin with schema public.';

/** On workspace and words, so that the content of other workspaces does not slow down a search. */
const INDEX = 'object_text_likeness_by_workspace';
/** The index of earlier versions, on words alone. */
const FORMER_INDEX = 'object_text_likeness';
/** Limit of the index's pending list in kilobytes, which every search has to read. */
const PENDING_KB = 512;
const TIMEOUT_MS = 24 * 60 * 60_000;

/** Schema of pg_trgm in this database; undefined if it is missing, so that searches find only beginnings of words. */
export function likenessSchema(pool: Pool): Promise<string | undefined> {
  return schemaOf(pool, 'pg_trgm');
}

async function schemaOf(pool: Pool, extension: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ schema: string }>(
    'select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = $1',
    [extension],
  );
  return rows[0]?.schema;
}

/**
 * Creates the extension if it is missing and the server allows it. It goes into a schema that is on every search path, since a rebuild
 * replaces the other schemas.
 */
async function extensionIn(pool: Pool, extension: 'pg_trgm' | 'btree_gin'): Promise<string | undefined> {
  const schema = await schemaOf(pool, extension);
  if (schema !== undefined) return schema;
  await pool.query(`create extension if not exists ${extension} with schema public`).catch(() => undefined);
  return schemaOf(pool, extension);
}

/**
 * Creates the index for similar words, if the server allows it, and then drops the index of an earlier version.
 * @param how `concurrently`: together with reads and writes, which takes longer and waits for other transactions; `at-once`: with
 *   exclusive use of the table
 * @param signal ends the connection
 * @returns false if the extensions are missing, so that another attempt is useless
 * @throws an error of the database; call it again
 */
export async function ensureLikenessIndex(
  pool: Pool,
  logger: Logger,
  how: 'concurrently' | 'at-once',
  signal?: AbortSignal,
): Promise<boolean> {
  const likeness = await extensionIn(pool, 'pg_trgm');
  if (likeness === undefined) {
    logger.warn({}, NOT_INSTALLED);
    return false;
  }
  const byWorkspace = (await extensionIn(pool, 'btree_gin')) !== undefined;
  if (!byWorkspace) logger.warn({}, WITHOUT_INDEX);
  const concurrently = how === 'concurrently' ? 'concurrently' : '';
  await throttled(pool, signal, async (run, client) => {
    if (byWorkspace) {
      // Left by an interrupted build.
      if ((await stateOf(client, INDEX)) === 'unfinished') await run(`drop index ${concurrently} ${INDEX}`);
      await run(
        `create index ${concurrently} if not exists ${INDEX} on object_text
          using gin (workspace, words ${likeness}.gin_trgm_ops) with (gin_pending_list_limit = ${PENDING_KB})`,
      );
    }
    if ((await stateOf(client, FORMER_INDEX)) !== undefined) await run(`drop index ${concurrently} ${FORMER_INDEX}`);
  });
  return byWorkspace;
}

async function stateOf(client: PoolClient, index: string): Promise<'whole' | 'unfinished' | undefined> {
  const { rows } = await client.query<{ whole: boolean }>(
    'select i.indisvalid as whole from pg_class c join pg_index i on i.indexrelid = c.oid where c.relname ' +
      '= $1 and c.relnamespace = current_schema()::regnamespace',
    [index],
  );
  return rows[0] && (rows[0].whole ? 'whole' : 'unfinished');
}

/** Runs without a statement timeout: indexing many words takes longer, and a concurrent build waits for other transactions. */
async function throttled(
  pool: Pool,
  signal: AbortSignal | undefined,
  work: (run: (text: string) => Promise<unknown>, client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  let released = false;
  const release = (): void => {
    if (!released) client.release(true);
    released = true;
  };
  signal?.addEventListener('abort', release);
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    await work((text) => client.query({ text, query_timeout: TIMEOUT_MS } as QueryConfig), client);
  } finally {
    signal?.removeEventListener('abort', release);
    release();
  }
}
