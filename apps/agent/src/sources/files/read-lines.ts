import type { Received } from '../../reading/source.js';
import { decodeText } from '../reading-parts/decode-text.js';
import { parseHeader, parseRecords } from '../reading-parts/parse-csv.js';
import { parseJson } from '../reading-parts/parse-json.js';
import { beginningOf, keptApart } from '../reading-parts/unreadable.js';

/** The messages of complete records of a file; empty lines are ignored. */
export type ReadRecords = (file: string, records: readonly Buffer[]) => Received[];

/** Each line is a JSON value; the document is `{file, value}`. */
export const readNdjson: ReadRecords = (file, records) =>
  records.flatMap((line) => {
    const text = decodeText(line);
    if (text?.trim() === '') return [];
    const parsed = text === undefined ? { fault: 'no UTF-8' } : parseJson(text);
    return 'fault' in parsed
      ? [keptApart({ file, line: beginningOf(line) }, 'unreadable', `A line of ${file} is ${parsed.fault}.`)]
      : [{ document: { file, value: parsed.value } }];
  });

/** Records by the names of the header; the document is `{file, row}`, with text values only. */
export function csvReader(names: readonly string[], delimiter: string | undefined): ReadRecords {
  return (file, records) => {
    const filled = records.filter((record) => record.some((byte) => !isBlank(byte)));
    return readTogether(file, filled, names, delimiter) ?? filled.flatMap((record) => readRecord(file, record, names, delimiter));
  };
}

/** Reads all records together, which takes a fraction of the time; undefined if a record needs separate treatment. */
function readTogether(
  file: string,
  records: readonly Buffer[],
  names: readonly string[],
  delimiter: string | undefined,
): Received[] | undefined {
  const text = decodeText(Buffer.concat(records.flatMap((record) => [record, END_OF_LINE])));
  const rows = text === undefined ? [] : parseRecords(text, names, delimiter);
  if (rows.length !== records.length || rows.some((row) => 'fault' in row)) return undefined;
  return rows.map((row) => ({ document: { file, row: (row as { row: unknown }).row } }));
}

const END_OF_LINE = Buffer.from('\n');

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function readRecord(file: string, record: Buffer, names: readonly string[], delimiter: string | undefined): Received[] {
  const text = decodeText(record);
  if (text?.trim() === '') return [];
  if (text === undefined) return [keptApart({ file, line: beginningOf(record) }, 'unreadable', `A line of ${file} is no UTF-8.`)];
  return parseRecords(text, names, delimiter).map((row) =>
    'fault' in row
      ? keptApart({ file, line: beginningOf(record) }, 'unreadable', `A record of ${file}: ${row.fault}`)
      : { document: { file, row: row.row } },
  );
}

/** The names in the first record of a file. @throws Error */
export function namesOf(file: string, record: Buffer, delimiter: string | undefined): string[] {
  const text = decodeText(record);
  if (text === undefined) throw new Error(`The header of ${file} is no UTF-8.`);
  try {
    return parseHeader(text, delimiter);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}
