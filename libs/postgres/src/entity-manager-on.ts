import type { Pool, PoolClient } from 'pg';
import { type DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';

/**
 * TypeORM's repositories on our connections. TypeORM's own pool passes a connection on which something failed to the next caller, and keeps
 * using half-open connections; ours limits every wait and closes such connections (`createPool`). Errors are those of the driver, for
 * `databaseFault`.
 * @param connection a pool, for single statements; or a client of `inTransaction`, for statements in its transaction, which can lock rows
 */
export function entityManagerOn(dataSource: DataSource, connection: Pool | PoolClient): EntityManager {
  const runner = dataSource.createQueryRunner() as QueryRunner & { databaseConnection: Pool | PoolClient; isTransactionActive: boolean };
  // Both have the method `query`, which is all that TypeORM needs. The caller releases the connection.
  runner.databaseConnection = connection;
  runner.isTransactionActive = 'release' in connection;
  const query = runner.query.bind(runner) as QueryRunner['query'];
  runner.query = async (...given: Parameters<QueryRunner['query']>) => {
    try {
      return await query(...given);
    } catch (error) {
      throw error instanceof QueryFailedError ? error.driverError : error;
    }
  };
  return runner.manager;
}
