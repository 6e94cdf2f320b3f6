import type { Pool, PoolClient } from 'pg';
import { databaseFault } from './database-errors.js';

/**
 * Runs `work` between BEGIN and COMMIT on one connection; anything thrown rolls back and is thrown again.
 * A connection on which anything failed is closed rather than given back: its state, or its server's role, is unknown.
 * @throws CommitUnknownError when COMMIT was sent and its answer did not come: the caller looks before it repeats
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // The next query reports a connection lost between two queries; the event itself must not end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    // Closing the connection rolls back too, but later: locks would outlive this call. Not worth waiting for a dead one.
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
  // Postgres answers COMMIT of a failed transaction with ROLLBACK and no error.
  if (tag !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
}

/** An answer of the server (with an SQLSTATE), other than its own shutdown (class 57P), settles the outcome: nothing was committed. */
function isServerError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P') && code !== 'EPIPE';
}
