import { stringify } from 'csv-stringify/sync';
import { neutralText } from './neutral-text.js';

type Cell = string | number | null | undefined;

/** Rows as lines of CSV (RFC 4180). Text that a spreadsheet would take for a formula is made harmless, numbers stay as they are. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? neutralText(cell) : cell)));
  // A line break that is not the one between lines is quoted only when asked for.
  return stringify(cells, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}
