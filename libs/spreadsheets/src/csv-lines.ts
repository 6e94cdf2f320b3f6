import { stringify } from 'csv-stringify/sync';
import { neutralText } from './neutral-text.js';

type Cell = string | number | null | undefined;

/** Rows as lines of CSV (RFC 4180). Text that a spreadsheet would read as a formula is neutralised; numbers stay unchanged. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? neutralText(cell) : cell)));
  // Line breaks other than the record delimiter are quoted only on request.
  return stringify(cells, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}
