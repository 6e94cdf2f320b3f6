/**
 * A text that is equal for names that look the same: it ignores compatible forms of a character (NFKC, UAX 15), case, repeated blanks, and
 * invisible characters. Similar letters of other alphabets are different. Empty if nothing of the name is visible.
 */
export function looksOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{C}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFKC');
}
