import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

const MAX_RECORD_CHARACTERS = 1024 * 1024;

/** A record by its header, or its fault. */
export type CsvRow =
  | { readonly row: Readonly<Record<string, string>>; readonly line: number }
  | { readonly fault: string; readonly line: number };

const SHARED = { bom: true, skip_empty_lines: true, relax_column_count: false, max_record_size: MAX_RECORD_CHARACTERS } as const;

/** The names in the header of a CSV document. @throws Error for an invalid header or a duplicate name */
export function parseHeader(text: string, delimiter = ','): string[] {
  let names: string[];
  try {
    names = ((parse(text, { ...SHARED, delimiter, to: 1 }) as string[][])[0] ?? []).map((name) => name.trim());
  } catch (error) {
    throw new Error(`The header cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (names.length === 0) throw new Error('There is no header.');
  if (twice !== undefined) throw new Error(`The header has ${JSON.stringify(twice)} twice.`);
  return names;
}

/** The records of a document (RFC 4180) that starts with a header. @throws Error for its header */
export function parseCsv(text: string, delimiter = ','): CsvRow[] {
  if (text.trim() === '') return [];
  const names = parseHeader(text, delimiter);
  return parseRecords(text, names, delimiter, 1);
}

/**
 * Records with these names. An unreadable record is a fault, and the others continue; a quote that never closes ends them.
 * @param skip number of records to skip
 */
export function parseRecords(text: string, names: readonly string[], delimiter = ',', skip = 0): CsvRow[] {
  const faults: CsvRow[] = [];
  try {
    const records = parse(text, {
      ...SHARED,
      delimiter,
      columns: [...names],
      from: skip + 1,
      info: true,
      skip_records_with_error: true,
      on_skip: (error) => void faults.push({ fault: messageOf(error), line: Number(error?.lines ?? 0) }),
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
    return [...records.map(({ record, info }) => ({ row: record, line: info.lines })), ...faults];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [...faults, { fault: messageOf(error), line: Number(error.lines) }];
  }
}

function messageOf(error: unknown): string {
  return String((error as Error | undefined)?.message ?? 'no CSV').slice(0, 200);
}
