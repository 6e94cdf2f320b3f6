/**
 * Injection token of the pool that the routes ask. Its waits are bounded and it drops a connection that failed; TypeORM's
 * own would go on asking a half-open one.
 */
export const DATABASE = Symbol('database');
