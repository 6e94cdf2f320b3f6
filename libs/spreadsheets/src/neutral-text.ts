/** What spreadsheets take for the begin of a formula, also behind blanks and in their wide forms (OWASP, CSV injection). */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Text of people or devices as a cell that no spreadsheet computes: an apostrophe before each line that would begin a formula. */
export function neutralText(text: string): string {
  return text
    .split(/(?<=\r\n|\n|\r(?!\n))/)
    .map((line) => (FORMULA.test(line) ? `'${line}` : line))
    .join('');
}
