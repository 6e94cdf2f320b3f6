import pg, { type PoolClient } from 'pg';

const SPECIAL = /[\\\t\n\r]/;
const SPECIALS = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One column's value in COPY's text format. Postgres cannot store NUL; the caller must refuse it. */
export function copyField(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return SPECIAL.test(value) ? value.replace(SPECIALS, (character) => ESCAPES[character] as string) : value;
}

/**
 * Writes rows by COPY, in the caller's transaction.
 * @param lines one row each, without line end: `copyField` values joined by a tab, in the order of `columns`
 * @returns number of written rows
 */
export async function copyRows(client: PoolClient, table: string, columns: readonly string[], lines: readonly string[]): Promise<number> {
  if (lines.length === 0) return 0;
  return copyData(client, `copy ${table} (${columns.join(', ')}) from stdin`, Buffer.from(`${lines.join('\n')}\n`));
}

/** @param data all rows, in the format of the statement @returns number of written rows */
export function copyData(client: PoolClient, statement: string, data: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyQuery(statement, data, (error, result) => (error ? reject(error) : resolve(result.rowCount ?? 0))));
  });
}

/**
 * COPY FROM STDIN that sends its data right after the statement. A client that waits for the server's CopyInResponse first, as the
 * protocol suggests, cannot have other statements under way. If the statement fails, Postgres ignores the data
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY).
 */
class CopyQuery extends pg.Query {
  constructor(statement: string, data: Buffer, done: (error: Error | undefined, result: pg.ResultBuilder) => void) {
    super(statement, done);
    this.submit = (connection) => {
      const { stream } = connection;
      stream.cork();
      connection.query(statement);
      (connection as CopyConnection).sendCopyFromChunk(data);
      (connection as CopyConnection).endCopyFrom();
      stream.uncork();
    };
  }

  /** Called when the server is ready for the data, which it has by then. */
  handleCopyInResponse(): void {}
}

/** Methods of pg's connection that its types omit. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
