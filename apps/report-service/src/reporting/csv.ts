import { csvLines } from '#spreadsheets/csv-lines.js';
import type { ReportTable } from './report-table.js';

/** A report as CSV with a line of headings. */
export function csvOf({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): string {
  return csvLines([columns, ...rows.map((row) => columns.map((column) => row[column]))]);
}
