import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import type { UpdateElement } from '../posting/update-client.js';
import { elementOf, type RowColumns, UnreadableRow } from './row.js';

export interface ReadRow {
  /** Line of the file where the row ends; the header is line 1. */
  line: number;
  element: UpdateElement;
  /** Milliseconds since the epoch. */
  at: number;
  /** Number of bytes of the file that are read so far. */
  bytesRead: number;
}

export type UnreadableLine = (line: number, reason: string) => void;

/** A requested column is missing in the header. */
export class MissingColumnError extends Error {
  override readonly name = 'MissingColumnError';
}

const MAX_ROW_BYTES = 1024 * 1024;

/**
 * The rows of a CSV file in order; unreadable ones are passed to `unreadable`, and the rest is read.
 * @throws MissingColumnError, or an error of reading the file
 */
export async function* readRows(file: string, columns: RowColumns, unreadable: UnreadableLine): AsyncGenerator<ReadRow> {
  const delimiter = columns.delimiter ?? delimiterOf(await firstCharacters(file));
  const source = createReadStream(file);
  const parser = parse({
    bom: true,
    delimiter,
    columns: (header: string[]) =>
      checkHeader(
        header.map((name) => name.trim()),
        columns,
      ),
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_BYTES,
    on_skip: (error: CsvError | undefined) => void (error && unreadable(Number(error.lines), error.message)),
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      try {
        yield { line: info.lines, ...elementOf(record, columns), bytesRead: source.bytesRead };
      } catch (error) {
        if (!(error instanceof UnreadableRow)) throw error;
        unreadable(info.lines, error.message);
      }
    }
  } catch (error) {
    // Only errors at which the parser stops, such as a quote without an end.
    if (!(error instanceof CsvError)) throw error;
    unreadable(Number(error.lines), error.message);
  } finally {
    source.destroy();
  }
}

const DELIMITERS = [',', ';', '\t', '|'];
const MAX_HEADER_BYTES = 64 * 1024;

async function firstCharacters(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The most frequent separator between the names of the header, ignoring quoted parts; a comma by default. */
export function delimiterOf(start: string): string {
  const unquoted = start.replaceAll(/"(?:[^"]|"")*"/g, '');
  const header = /^[^\r\n]*/.exec(unquoted)![0];
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counted.reduce((max, one) => (one.count > max.count ? one : max)).delimiter;
}

function checkHeader(header: string[], { id, time, lat, lon, title, number, string }: RowColumns): string[] {
  const missing = [id, time, lat, lon, ...(title === undefined ? [] : [title]), ...number, ...string].filter(
    (name) => !header.includes(name),
  );
  if (missing.length > 0)
    throw new MissingColumnError(
      `No column ${missing.map((name) => JSON.stringify(name)).join(', ')}; the file has: ` +
        `${header.join(', ')}${header.length === 1 ? ' (one column: give what stands between columns by --delimiter)' : ''}`,
    );
  return header;
}
