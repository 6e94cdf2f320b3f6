import type { Pool } from 'pg';

/** Rows that go in one statement. */
const ROWS = 20_000;

export interface Deleted {
  rows: number;
  /** False: the time was up before all were gone. */
  complete: boolean;
}

/** Deletes rows a batch at a time, each a transaction of its own, so that no lock is held for long and what is done stays done. */
export class BatchedDeletes {
  /** @param until performance.now() at which no further batch is begun */
  constructor(
    private readonly pool: Pool,
    private readonly until: number,
    private readonly stopping: AbortSignal,
    private readonly rows = ROWS,
  ) {}

  /**
   * @param table of which a row's place alone says too little where it is cut into pieces: each piece has such places
   * @param condition of the rows that go, with `$1` and so on for the values
   * @throws when the process is to stop
   */
  async delete(table: string, condition: string, values: readonly unknown[]): Promise<Deleted> {
    const text = `delete from ${table} where ${condition} and ctid = any(array(select ctid from ${table} where ${condition}
      limit ${this.rows}))`;
    for (let rows = 0; ;) {
      this.stopping.throwIfAborted();
      if (performance.now() > this.until) return { rows, complete: false };
      const { rowCount } = await this.pool.query(text, [...values]);
      rows += rowCount ?? 0;
      if ((rowCount ?? 0) < this.rows) return { rows, complete: true };
    }
  }

  /** The same of several tables, one after the other. */
  async deleteAll(tables: readonly string[], condition: string, values: readonly unknown[]): Promise<Deleted> {
    const all: Deleted = { rows: 0, complete: true };
    for (const table of tables) {
      const { rows, complete } = await this.delete(table, condition, values);
      all.rows += rows;
      all.complete &&= complete;
    }
    return all;
  }
}
