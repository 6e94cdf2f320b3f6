type Cell = string | number | null;

/** Rows in the format of RFC 4180: CRLF, quotes where needed; null is empty. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}

/** The same with a byte order mark, by which spreadsheets recognise UTF-8. */
export const csvText = (rows: readonly (readonly Cell[])[]): string => `\uFEFF${csvRows(rows)}`;

/**
 * A text that a spreadsheet would read as a formula is preceded by an apostrophe, as in the server's CSV: anybody may have written ids and
 * titles.
 */
function cellText(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
