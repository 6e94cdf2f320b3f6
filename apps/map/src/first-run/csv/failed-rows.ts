import type { Separator } from './read-table.js';

/** A file with the failed rows, unchanged, each followed by the reason, to repair and import again. */
export function failedRowsCsv(
  header: readonly string[],
  rows: readonly { line: number; cells: readonly string[]; why: string }[],
  separator: Separator,
  names: { line: string; why: string },
): string {
  const lines = [
    [...header, names.line, names.why],
    ...rows.map(({ line, cells, why }) => [...header.map((_, at) => cells[at] ?? ''), String(line), why]),
  ];
  return `\ufeff${lines.map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator)).join('\r\n')}\r\n`;
}

const quoted = (cell: string, separator: Separator): string =>
  cell.includes(separator) || /["\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
