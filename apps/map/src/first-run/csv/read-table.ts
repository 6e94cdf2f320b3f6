import { type Info, parse } from 'csv-parse/browser/esm/sync';

export const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 50_000;

/** One row of a table; a quoted value may span several lines. */
export interface Row {
  /** Number of its first line in the file, from 1. */
  line: number;
  cells: readonly string[];
}

export interface Table {
  separator: Separator;
  header: readonly string[];
  rows: readonly Row[];
  /** Invalid lines: the number of values differs from the header, or a quotation mark is misplaced. */
  broken: readonly { line: number; cells: readonly string[]; why: 'columns' | 'quotes' }[];
}

export type TableFault = 'too-large' | 'too-many-rows' | 'empty' | 'no-text';

export class TableProblem extends Error {
  constructor(readonly fault: TableFault) {
    super(fault);
    this.name = 'TableProblem';
  }
}

/** Text of a file: UTF-8, UTF-16 if it has a byte order mark, otherwise the encoding of spreadsheets on Windows. @throws TableProblem */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_BYTES) throw new TableProblem('too-large');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) throw new TableProblem('no-text');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @throws TableProblem */
export function readTable(text: string, separator: Separator = separatorOf(text)): Table {
  const broken: Table['broken'][number][] = [];
  const rows: Row[] = [];
  let end = 1;
  // Two characters for a line break in quotes would be counted as two lines.
  const found = parse(text.replace(/\r\n?/g, '\n'), {
    bom: true,
    delimiter: separator,
    info: true,
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => void broken.push({ line: (error as { lines?: number } | undefined)?.lines ?? end, cells: [], why: 'quotes' }),
    to: MAX_ROWS + 2,
  }) as unknown as { record: string[]; info: Info; raw: string }[];
  const [first, ...rest] = found;
  if (first === undefined || first.record.every((name) => name.trim() === '')) throw new TableProblem('empty');
  if (rest.length > MAX_ROWS) throw new TableProblem('too-many-rows');
  const header = first.record.map((name) => name.trim());
  end = first.info.lines;
  for (const { record, info, raw } of rest) {
    // `lines` counts up to the end of the record.
    const line = info.lines - (raw.trim().match(/\n/g)?.length ?? 0);
    if (record.every((cell) => cell.trim() === '')) continue;
    if (record.length === header.length) rows.push({ line, cells: record });
    else broken.push({ line, cells: record, why: 'columns' });
  }
  return { separator, header, rows, broken };
}

/** The separator that fits the first lines best: frequent, and equally often in each line. */
export function separatorOf(text: string): Separator {
  const lines = withoutQuoted(text.slice(0, 64 * 1024))
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  let [best, highest]: [Separator, number] = [',', 0];
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const inHeader = counts[0] ?? 0;
    if (inHeader === 0) continue;
    const agree = counts.filter((count) => count === inHeader).length / counts.length;
    const score = agree * 10 + Math.min(inHeader, 9) / 10;
    if (score > highest) [best, highest] = [separator, score];
  }
  return best;
}

const withoutQuoted = (text: string): string => text.replace(/"(?:[^"]|"")*"/g, '""');
