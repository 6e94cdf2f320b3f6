import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';

const NOT_INSTALLED = 'The search finds beginnings only: the extension pg_trgm is not in this database and could not be put there. Let its administrator run: create extension pg_trgm with schema public.';

/** Schema of pg_trgm in this database; undefined: it is not there, and words are found by their beginning only. */
export async function likenessSchema(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ schema: string }>(`select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`);
  return rows[0]?.schema;
}

/** The index that words which are alike are found by, as far as the server and its administrator let it be made. */
export async function ensureLikenessIndex(pool: Pool, logger: Logger): Promise<void> {
  try {
    // In a schema that every search path has: a rebuild makes the others anew.
    if ((await likenessSchema(pool)) === undefined) await pool.query('create extension if not exists pg_trgm with schema public').catch(ignoreRace);
    const schema = await likenessSchema(pool);
    if (schema === undefined) throw new Error('not installed');
    await pool.query(`create index if not exists object_text_likeness on object_text using gin (words ${schema}.gin_trgm_ops)`);
  } catch (error) {
    logger.warn({ err: error }, NOT_INSTALLED);
  }
}

/** Two databases' worth of services may begin at once; who comes second finds it there. */
const UNIQUE_VIOLATION = '23505';
function ignoreRace(error: unknown): void {
  if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
}
