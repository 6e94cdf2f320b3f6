import type { Pool, PoolClient } from 'pg';
import { type DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';

/**
 * TypeORM's repositories over our connections. Its own pool gives a connection on which something failed to the next caller, and
 * keeps using one that is half-open; ours bounds every wait and throws such a connection away (`createPool`). Errors are those of the
 * driver, as `databaseFault` sorts them.
 * @param connection a pool: each statement by itself; a client of `inTransaction`: all of them in its transaction, where rows can be locked
 */
export function entityManagerOn(dataSource: DataSource, connection: Pool | PoolClient): EntityManager {
  const runner = dataSource.createQueryRunner() as QueryRunner & { databaseConnection: Pool | PoolClient; isTransactionActive: boolean };
  // Both have the method `query`, which is all that it needs of a connection. It is never released: the caller does that.
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
