import { QUOTA_STATEMENTS } from './fake-quotas.js';
import { type Row, SqlError, type Statement, type StatementResult, STATEMENTS, type TableName, type TableView } from './fake-statements.js';
import type { SimulatedTime } from './simulated-time.js';

/** The values of libs/postgres. */
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 60_000;

export type Answer = (error: Error | undefined, result?: StatementResult) => void;

/** Statements by their original text, so that white space is collapsed only once. */
const READ_BEFORE = new Map<string, Statement>();

class Transaction {
  readonly written = new Map<string, { table: TableName; key: string; row: Row | null }>();
  failed = false;
}

interface Waiting {
  transaction: Transaction;
  tryAgain: () => boolean;
}

/**
 * The part of Postgres that the units need: READ COMMITTED, row locks held to the end of the transaction, a failed transaction
 * that refuses everything until its end, and only the known statements.
 */
export class FakeDatabase {
  private readonly tables: Record<TableName, Map<string, Row>> = {
    offset: new Map(),
    object: new Map(),
    operation: new Map(),
    outbox: new Map(),
    count: new Map(),
    lease: new Map(),
    lock: new Map(),
  };
  private readonly locks = new Map<string, Transaction>();
  private waiting: Waiting[] = [];
  /** Statements that this database does not know; with any of them, the run proves nothing. */
  readonly unknown: string[] = [];

  constructor(readonly time: SimulatedTime) {}

  session(): DatabaseSession {
    return new DatabaseSession(this);
  }

  /** The committed rows. */
  committed(table: TableName): ReadonlyMap<string, Row> {
    return this.tables[table];
  }

  statement(text: string): Statement {
    const plain = text.replaceAll(/\s+/g, ' ').trim();
    const known = READ_BEFORE.get(text) ?? STATEMENTS.get(plain) ?? QUOTA_STATEMENTS[plain];
    if (known) {
      READ_BEFORE.set(text, known);
      return known;
    }
    this.unknown.push(text);
    throw new SqlError('42601', `The fake database does not know this statement: ${text}`);
  }

  /** Runs the statement once it holds the locks that it needs. */
  execute(statement: Statement, values: readonly unknown[], transaction: Transaction, done: Answer): void {
    const view = this.view(transaction);
    let ended = false;
    const tryIt = (): boolean => {
      if (ended) return true;
      const keys = (statement.locks?.(view, values) ?? []).map(([table, key]) => `${table} ${key}`);
      if (keys.some((key) => (this.locks.get(key) ?? transaction) !== transaction)) return false;
      for (const key of keys) this.locks.set(key, transaction);
      ended = true;
      let result: StatementResult;
      try {
        result = statement.run(view, values);
      } catch (error) {
        done(error as Error);
        return true;
      }
      done(undefined, result);
      return true;
    };
    if (!tryIt()) this.wait(transaction, tryIt, done);
  }

  private wait(transaction: Transaction, tryIt: () => boolean, done: Answer): void {
    const timer = this.time.after(LOCK_TIMEOUT_MS, () => {
      this.waiting = this.waiting.filter((each) => each !== waiting);
      done(new SqlError('55P03', 'canceling statement due to lock timeout'));
    });
    const tryAgain = (): boolean => {
      if (!tryIt()) return false;
      this.time.cancel(timer);
      return true;
    };
    const waiting: Waiting = { transaction, tryAgain };
    this.waiting.push(waiting);
  }

  end(transaction: Transaction, commit: boolean): void {
    if (commit) {
      for (const { table, key, row } of transaction.written.values()) {
        if (row) this.tables[table].set(key, row);
        else this.tables[table].delete(key);
      }
    }
    for (const [key, holder] of this.locks) if (holder === transaction) this.locks.delete(key);
    this.waiting = this.waiting.filter((each) => each.transaction !== transaction);
    for (const each of [...this.waiting])
      if (this.waiting.includes(each) && each.tryAgain()) this.waiting = this.waiting.filter((other) => other !== each);
  }

  private view(transaction: Transaction): TableView {
    const { tables } = this;
    return {
      get: (table, key) => {
        const own = transaction.written.get(`${table} ${key}`);
        return own ? (own.row ?? undefined) : tables[table].get(key);
      },
      set: (table, key, row) => transaction.written.set(`${table} ${key}`, { table, key, row }),
      rows: (table) => tables[table].values(),
    };
  }
}

/** The server's side of one connection: one statement after the other. */
export class DatabaseSession {
  private readonly queue: { text: string; values: readonly unknown[]; cancelled: boolean; answer: Answer }[] = [];
  private current: Answer | undefined;
  private transaction: Transaction | undefined;
  private idleSince = 0;
  closed = false;

  constructor(private readonly database: FakeDatabase) {}

  /** @param cancelled the statement fails, as if an operator had cancelled it */
  submit(text: string, values: readonly unknown[], cancelled: boolean, answer: Answer): void {
    this.queue.push({ text, values, cancelled, answer });
    this.next();
  }

  /** The connection is lost: uncommitted work is rolled back, and nothing is answered any more. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    const unanswered = [this.current, ...this.queue.splice(0).map(({ answer }) => answer)];
    this.current = undefined;
    for (const answer of unanswered) answer?.(new Error('The session is closed.'));
    if (this.transaction) this.database.end(this.transaction, false);
    this.transaction = undefined;
  }

  private next(): void {
    if (this.current || this.closed) return;
    const statement = this.queue.shift();
    if (!statement) return this.watchIdle();
    this.current = statement.answer;
    this.run(statement, (error, result) => {
      if (this.closed) return;
      this.current = undefined;
      if (error && this.transaction) this.transaction.failed = true;
      statement.answer(error, result);
      this.next();
    });
  }

  private run({ text, values, cancelled }: { text: string; values: readonly unknown[]; cancelled: boolean }, done: Answer): void {
    if (text === 'begin') {
      this.transaction = new Transaction();
      return done(undefined, { command: 'BEGIN', rows: [], rowCount: 0 });
    }
    if (text === 'commit' || text === 'rollback') return this.end(text === 'commit', done);
    if (this.transaction?.failed)
      return done(new SqlError('25P02', 'current transaction is aborted, commands ignored until end of transaction block'));
    if (cancelled) return done(new SqlError('57014', 'canceling statement due to user request'));
    let statement: Statement;
    try {
      statement = this.database.statement(text);
    } catch (error) {
      return done(error as Error);
    }
    if (this.transaction) return this.database.execute(statement, values, this.transaction, done);
    const single = new Transaction();
    this.database.execute(statement, values, single, (error, result) => {
      this.database.end(single, error === undefined);
      done(error, result);
    });
  }

  private end(commit: boolean, done: Answer): void {
    const { transaction } = this;
    this.transaction = undefined;
    const committed = commit && transaction?.failed === false;
    if (transaction) this.database.end(transaction, committed);
    done(undefined, { command: committed ? 'COMMIT' : 'ROLLBACK', rows: [], rowCount: 0 });
  }

  private watchIdle(): void {
    if (!this.transaction) return;
    const since = ++this.idleSince;
    const { time } = this.database;
    time.after(IDLE_IN_TRANSACTION_MS, () => {
      if (this.transaction && !this.current && since === this.idleSince) this.close();
    });
  }
}
