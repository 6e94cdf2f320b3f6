import type { Pool, PoolClient } from 'pg';
import type { Random } from '#testing/workload/random.js';
import type { DatabaseSession, FakeDatabase } from './fake-database.js';
import type { StatementResult } from './fake-statements.js';
import type { ArmedFaults, QueryFault } from './faults.js';
import type { ProcessLife } from './process-life.js';
import type { SimulatedTime } from './simulated-time.js';

export interface Surroundings {
  time: SimulatedTime;
  random: Random;
  faults: ArmedFaults;
  life: ProcessLife;
}

const MAX_TRIP_MS = 3;
const SLOW_MS = 4000;

/** The `pg` of a simulated process: connections with delays in both directions, and faults in both. */
export class FakePool {
  private readonly open = new Set<FakeConnection>();

  constructor(
    private readonly around: Surroundings,
    private readonly database: FakeDatabase,
  ) {}

  get asPool(): Pool {
    return this as unknown as Pool;
  }

  connect(): Promise<PoolClient> {
    const connection = this.connection();
    return Promise.resolve({
      query: (query: string | Query, values?: unknown[]) => connection.query(query, values),
      on: () => undefined,
      off: () => undefined,
      release: () => this.close(connection),
    } as unknown as PoolClient);
  }

  async query(query: string | Query, values?: unknown[]): Promise<StatementResult> {
    const connection = this.connection();
    try {
      return await connection.query(query, values);
    } finally {
      this.close(connection);
    }
  }

  /** The process died: requests in transit arrive, then the server sees the connections closed. */
  abandon(): void {
    for (const connection of this.open) this.around.time.after(this.around.random.integer(MAX_TRIP_MS, 200), () => connection.close());
  }

  private connection(): FakeConnection {
    const connection = new FakeConnection(this.around, this.database.session());
    this.open.add(connection);
    return connection;
  }

  private close(connection: FakeConnection): void {
    this.open.delete(connection);
    connection.close();
  }
}

interface Query {
  text: string;
  values?: unknown[];
}

class FakeConnection {
  private lost = false;
  private arrival = 0;
  private reply = 0;

  constructor(
    private readonly around: Surroundings,
    private readonly session: DatabaseSession,
  ) {}

  /** The server notices a lost connection by itself. */
  close(): void {
    if (!this.lost) this.session.close();
  }

  query(query: string | Query, given?: unknown[]): Promise<StatementResult> {
    const { text, values = [] } = typeof query === 'string' ? { text: query, values: given } : query;
    const { life, time, random, faults } = this.around;
    return new Promise((resolve, reject) => {
      const settle = (error: Error | undefined, result?: StatementResult): void => {
        this.reply = Math.max(this.reply, time.now + random.next() * MAX_TRIP_MS);
        time.after(this.reply - time.now, () =>
          life.pass(() => (this.lost ? reject(lostConnection()) : error ? reject(error) : resolve(result!))),
        );
      };
      life.send(() => {
        if (this.session.closed) this.lost = true;
        if (this.lost) return settle(undefined);
        const fault = faults.forQuery();
        const late = fault === 'slow' || fault === 'cut-late';
        this.arrival = Math.max(this.arrival, time.now + (late ? random.integer(100, SLOW_MS) : random.next() * MAX_TRIP_MS));
        if (fault === 'cut-before' || fault === 'cut-late') this.lost = true;
        if (fault === 'cut-before') time.after(random.integer(0, 50), () => this.session.close());
        else time.after(this.arrival - time.now, () => this.arrive(text, values, fault, settle));
        if (this.lost) settle(undefined);
      });
    });
  }

  private arrive(
    text: string,
    values: readonly unknown[],
    fault: QueryFault | undefined,
    settle: (error: Error | undefined, result?: StatementResult) => void,
  ): void {
    if (this.session.closed) {
      this.lost = true;
      return settle(undefined);
    }
    this.session.submit(text, values, fault === 'cancelled', (error, result) => {
      if (fault === 'cut-after' || this.session.closed) this.lost = true;
      if (fault === 'cut-after' || fault === 'cut-late')
        this.around.time.after(this.around.random.integer(0, 50), () => this.session.close());
      settle(error, result);
    });
  }
}

function lostConnection(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
}
