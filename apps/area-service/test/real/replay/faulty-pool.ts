import type { Pool, PoolClient } from 'pg';
import { createPool, type PoolOptions } from '#postgres/pool.js';
import type { Life } from './life.js';

type Query = (...given: unknown[]) => Promise<unknown>;
type Callback = (error: Error | undefined, result?: unknown) => void;

/** A commit is one of many statements, and faults in it are the most interesting ones. */
const COMMIT_WEIGHT = 4;

/** The connections of a process. When it dies, they break at once, as those of a killed process do. */
export function faultyPool(options: PoolOptions, life: Life): Pool {
  const pool = createPool(options);
  const open = new Set<PoolClient>();
  const inTransaction = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.on('end', () => open.delete(client));
    client.on('error', () => undefined);
    const query = client.query.bind(client) as unknown as Query;
    const faulty = (...given: unknown[]): Promise<unknown> => {
      const text = textOf(given[0]);
      const sent = async (): Promise<unknown> => {
        if (text.startsWith('begin')) inTransaction.add(client);
        else if (text === 'commit' || text === 'rollback') inTransaction.delete(client);
        return query(...given);
      };
      const cut = (): Error => {
        disconnect(client);
        return new Error('Connection terminated unexpectedly');
      };
      return life.step(sent, cut, text === 'commit' ? COMMIT_WEIGHT : 1);
    };
    client.query = ((...given: unknown[]) => {
      const callback = given.at(-1);
      if (typeof callback !== 'function') return faulty(...given);
      faulty(...given.slice(0, -1)).then(
        (result) => (callback as Callback)(undefined, result),
        (error: unknown) => (callback as Callback)(error as Error),
      );
      return undefined;
    }) as typeof client.query;
  });
  life.whenStalled(() => {
    // The server ends the transaction of a suspended process after a while, and other processes wait until then.
    for (const client of open) if (life.isDead || inTransaction.has(client)) disconnect(client);
  });
  return pool;
}

const textOf = (given: unknown): string => (typeof given === 'string' ? given : (given as { text: string }).text);

function disconnect(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
