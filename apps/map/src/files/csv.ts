type Cell = string | number | null;

/** Rows as RFC 4180 writes them: CRLF, quotes where needed; null is empty. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}

/** The same with a mark in front by which spreadsheets take it for UTF-8. */
export const csvText = (rows: readonly (readonly Cell[])[]): string => `\uFEFF${csvRows(rows)}`;

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front, as in the server's own CSV: ids and
 * titles come from anybody.
 */
function cellText(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
