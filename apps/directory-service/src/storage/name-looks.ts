/**
 * The same text for names that people take for the same: compatible forms of a character (NFKC, as in UAX 15), upper and lower case,
 * how many blanks, what can't be seen. Letters of other alphabets that look alike stay apart. Empty: nothing of the name can be seen.
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
