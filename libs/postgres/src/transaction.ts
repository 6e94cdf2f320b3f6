import type { Pool, PoolClient } from 'pg';
import { databaseFault } from './database-errors.js';

export interface TransactionOptions {
  /** Statements without parameters that are sent together with BEGIN, which saves a round trip. */
  withBegin?: string;
}

/**
 * Runs `work` between BEGIN and COMMIT on one connection. Any error rolls back and is thrown again. The connection is then closed, since
 * its state, or the role of its server, is unknown.
 * @throws CommitUnknownError if COMMIT was sent but got no answer: the caller must check the result before repeating the work
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { withBegin }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  // If the connection is lost between two queries, the next query reports it; the event must not end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let failure: Error | undefined;
  try {
    await client.query(withBegin === undefined ? 'begin' : `begin; ${withBegin}`);
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    // Closing the connection would also roll back, but later, so that locks would outlive this call. A broken one is not waited for.
    if (!(failure instanceof CommitUnknownError) && databaseFault(failure) !== 'away') await client.query('rollback').catch(ignore);
    throw failure;
  } finally {
    client.off('error', ignore);
    client.release(failure);
  }
}

class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
}

async function commit(client: PoolClient): Promise<void> {
  let tag: string;
  try {
    tag = (await client.query('commit')).command;
  } catch (error) {
    if (isServerError(error)) throw error;
    throw new CommitUnknownError('The connection was lost while committing; whether it was committed is unknown.', { cause: error });
  }
  // Postgres answers the COMMIT of a failed transaction with ROLLBACK, without an error.
  if (tag !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
}

/** Whether the server answered with an error (SQLSTATE), so that nothing was committed; except its own shutdown (class 57P). */
function isServerError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P') && code !== 'EPIPE';
}
