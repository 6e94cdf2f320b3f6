import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Table, TABLES } from './schema.js';

/** The result of reading a damaged file. */
export interface Salvage {
  readonly aside: string;
  /** By table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Unreadable ranges of rows; the number of rows in them is unknown. */
  readonly damaged: number;
}

/** Enough for a file with thousands of damaged pages, and few enough that a damaged disk does not delay startup endlessly. */
const MAX_READS = 50_000;
const CHUNK = 1000;
/** These columns show whether a page in the middle of a row was lost. */
const JSON_COLUMNS = ['body', 'members', 'place'];

type Row = Record<string, string | number | null>;

/**
 * Sets the file aside and copies its readable part, table by table. At a damaged page, the range of rows is halved until only the rows of
 * that page are left out.
 * @param create makes the new file
 */
export function salvage(file: string, aside: string, create: () => DatabaseSync): Salvage {
  for (const end of ['', '-wal']) if (existsSync(file + end)) renameSync(file + end, aside + end);
  rmSync(`${file}-shm`, { force: true });
  const target = create();
  const rows: Record<string, number> = {};
  let damaged = 0;
  let source: DatabaseSync | undefined;
  try {
    source = new DatabaseSync(aside, { defensive: false });
    // Without this, SQLite reads nothing from a truncated file.
    source.exec('pragma writable_schema = on');
    source.prepare('select count(*) from sqlite_schema').get();
    for (const table of Object.keys(TABLES) as Table[]) {
      const copied = copyTable(source, target, table);
      rows[table] = copied.rows;
      damaged += copied.damaged;
    }
    // Lost sequences must not be assigned again.
    target.exec("update sqlite_sequence set seq = seq + 1000 where name = 'element'");
  } catch {
    // Even the list of tables is unreadable: the new file stays empty, and the result reports it.
    damaged += 1;
  } finally {
    source?.close();
    target.close();
  }
  return { aside, rows, damaged };
}

function copyTable(source: DatabaseSync, target: DatabaseSync, table: Table): { rows: number; damaged: number } {
  const columns = TABLES[table];
  const key = columns[0];
  const insert = target.prepare(`insert or ignore into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`);
  const between = `select ${columns.join(', ')} from ${table} where ${key} between ? and ? order by ${key}`;
  let [rows, damaged, reads] = [0, 0, 0];

  /** Readable rows of a range; false when some are missing. */
  const read = (first: number, last: number, found: Row[]): boolean => {
    reads += 1;
    try {
      for (const row of source.prepare(`${between} limit ${CHUNK}`).iterate(first, last)) found.push(row as Row);
      return true;
    } catch {
      return false;
    }
  };
  const write = (found: readonly Row[]): void => {
    target.exec('begin');
    for (const row of found) {
      try {
        for (const column of JSON_COLUMNS) if (column in row) JSON.parse(String(row[column]));
        insert.run(...columns.map((column) => row[column] ?? null));
        rows += 1;
      } catch {
        // A row with altered values counts as lost.
        damaged += 1;
      }
    }
    target.exec('commit');
  };
  const ranges: [number, number][] = [[0, lastKey(source, table, key)]];
  for (let range = ranges.pop(); range !== undefined && reads < MAX_READS; range = ranges.pop()) {
    const [first, last] = range;
    const found: Row[] = [];
    const whole = read(first, last, found);
    write(found);
    const next = found.length === 0 ? first : Number(found.at(-1)![key]) + 1;
    if (whole) {
      if (found.length === CHUNK && next <= last) ranges.push([next, last]);
    } else if (next >= last) damaged += 1;
    else {
      const middle = Math.floor((next + last) / 2);
      ranges.push([middle + 1, last], [next, middle]);
    }
  }
  return { rows, damaged: damaged + ranges.length };
}

/** Exact when possible; otherwise an upper bound. */
function lastKey(source: DatabaseSync, table: Table, key: string): number {
  for (const question of [`select max(${key}) as last from ${table}`, `select seq as last from sqlite_sequence where name = '${table}'`]) {
    try {
      const last = (source.prepare(question).get() as { last: number | null } | undefined)?.last;
      if (typeof last === 'number') return last;
      if (last === null) return 0;
    } catch {
      // The path to the last row is damaged.
    }
  }
  return 2 ** 31;
}
