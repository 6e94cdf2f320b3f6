import { stringify } from 'csv-stringify';
import type { ReportTable } from './report-table.js';

/**
 * A report as CSV (RFC 4180) with a line of headings. Text that a spreadsheet would take for a formula begins with an apostrophe:
 * names come from whoever reports objects (OWASP, CSV Injection).
 */
export function csvOf({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): Promise<string> {
  return new Promise((resolve, reject) => {
    stringify(rows, { header: true, columns: [...columns], escape_formulas: true, record_delimiter: 'windows' }, (error, text) => (error ? reject(error) : resolve(text)));
  });
}
