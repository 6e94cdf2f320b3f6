import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Logger } from '#telemetry/logger.js';

const NOT_INSTALLED =
  'The search finds beginnings only: the extension pg_trgm is not in this database and could not be put ' +
  'there. Let its administrator run: create extension pg_trgm with schema public.';
const WITHOUT_INDEX =
  'What is alike is searched without an index, in all words of its workspace: the extension btree_gin ' +
  'is not in this database and could not be put there. Let its administrator run: create extension ' +
  'btree_gin with schema public.';

/** Of workspace and words together: a search looks at what its own workspace has, whatever other workspaces hold. */
const INDEX = 'object_text_likeness_by_workspace';
/** Of words alone, from before. */
const FORMER_INDEX = 'object_text_likeness';
/** Kilobytes of words that wait outside of the index, which every search reads, whose workspace they are or not. */
const PENDING_KB = 512;
const PATIENCE_MS = 24 * 60 * 60_000;

/** Schema of pg_trgm in this database; undefined: it is not there, and words are found by their beginning only. */
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
 * Puts it there where it is not, as far as the server and its administrator let it. In a schema that every search path
 * has: a rebuild makes the others anew.
 */
async function extensionIn(pool: Pool, extension: 'pg_trgm' | 'btree_gin'): Promise<string | undefined> {
  const schema = await schemaOf(pool, extension);
  if (schema !== undefined) return schema;
  await pool.query(`create extension if not exists ${extension} with schema public`).catch(() => undefined);
  return schemaOf(pool, extension);
}

/**
 * The index that words which are alike are found by, as far as the server lets it be made; an index of a former version
 * goes once it is there.
 * @param how `beside`: while the words are read and written, which takes longer and waits for transactions of others;
 *   `at-once`: nobody else has the table
 * @param signal gives the connection up
 * @returns false when the extensions are not there: nothing to be tried again
 * @throws an error of the database: to be tried again
 */
export async function ensureLikenessIndex(pool: Pool, logger: Logger, how: 'beside' | 'at-once', signal?: AbortSignal): Promise<boolean> {
  const likeness = await extensionIn(pool, 'pg_trgm');
  if (likeness === undefined) {
    logger.warn({}, NOT_INSTALLED);
    return false;
  }
  const byWorkspace = (await extensionIn(pool, 'btree_gin')) !== undefined;
  if (!byWorkspace) logger.warn({}, WITHOUT_INDEX);
  const concurrently = how === 'beside' ? 'concurrently' : '';
  await withoutHaste(pool, signal, async (run, client) => {
    if (byWorkspace) {
      // One whose making was interrupted is there, and of no use.
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

/** An index of many words takes longer than a statement may, and one that is made beside waits for the transactions of others. */
async function withoutHaste(
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
    await work((text) => client.query({ text, query_timeout: PATIENCE_MS } as QueryConfig), client);
  } finally {
    signal?.removeEventListener('abort', release);
    release();
  }
}
