/** What spreadsheets read as the start of a formula, also after blanks and as full-width characters (OWASP, CSV injection). */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Text from people or devices as a cell that no spreadsheet evaluates: an apostrophe precedes each line that would start a formula. */
export function neutralText(text: string): string {
  return text
    .split(/(?<=\r\n|\n|\r(?!\n))/)
    .map((line) => (FORMULA.test(line) ? `'${line}` : line))
    .join('');
}
