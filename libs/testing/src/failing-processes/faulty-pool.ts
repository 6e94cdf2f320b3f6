import pg, { type Pool, type PoolClient } from 'pg';
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
    const faulty = (text: string, send: () => Promise<unknown>): Promise<unknown> => {
      const sent = async (): Promise<unknown> => {
        if (text.startsWith('begin')) inTransaction.add(client);
        else if (text === 'commit' || text === 'rollback') inTransaction.delete(client);
        return send();
      };
      const cut = (): Error => {
        disconnect(client);
        return new Error('Connection terminated unexpectedly');
      };
      return life.step(sent, cut, text === 'commit' ? COMMIT_WEIGHT : 1);
    };
    client.query = ((...given: unknown[]) => {
      const [statement] = given;
      const text = textOf(statement);
      const callback = given.at(-1);
      if (statement instanceof pg.Query) submit(statement as unknown as Submitted, (send) => faulty(text, send), query);
      else if (typeof callback === 'function')
        report(
          faulty(text, () => query(...given.slice(0, -1))),
          callback as Callback,
        );
      else return faulty(text, () => query(...given));
      return undefined;
    }) as typeof client.query;
  });
  life.whenStalled(() => {
    // The server ends the transaction of a suspended process after a while, and other processes wait until then.
    for (const client of open) if (life.isDead || inTransaction.has(client)) disconnect(client);
  });
  return pool;
}

/** Ends the pool of a dead process. Its statements have no answers any more, so they are not waited for. */
export async function abandon(pool: Pool): Promise<void> {
  await Promise.race([pool.end().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 50))]);
}

/** A statement with its own protocol, such as COPY, which reports its end by its own callback. */
interface Submitted {
  callback: Callback;
}

function submit(statement: Submitted, faulty: (send: () => Promise<unknown>) => Promise<unknown>, query: Query): void {
  const { callback } = statement;
  const send = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      statement.callback = (error, result) => (error ? reject(error) : resolve(result));
      void query(statement);
    });
  report(faulty(send), callback);
}

function report(done: Promise<unknown>, callback: Callback): void {
  done.then(
    (result) => callback(undefined, result),
    (error: unknown) => callback(error as Error),
  );
}

const textOf = (given: unknown): string => (typeof given === 'string' ? given : (given as { text: string }).text);

function disconnect(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
