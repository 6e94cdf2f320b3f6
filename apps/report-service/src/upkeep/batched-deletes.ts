import type { Pool } from 'pg';

/** Rows per statement. */
const ROWS = 20_000;

export interface Deleted {
  rows: number;
  /** False if the time was up before all rows were deleted. */
  complete: boolean;
}

/** Deletes rows in batches, each in a separate transaction, so that no lock is held for long and finished batches are kept. */
export class BatchedDeletes {
  /** @param until performance.now() after which no further batch starts */
  constructor(
    private readonly pool: Pool,
    private readonly until: number,
    private readonly stopping: AbortSignal,
    private readonly rows = ROWS,
  ) {}

  /**
   * @param table for a partitioned table, the location of a row is unique only within its piece
   * @param condition for the rows to delete, with `$1` and so on for the values
   * @throws Error when the process has to stop
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

  /** The same for several tables, one after the other. */
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
