/** Descriptions and String values keep their line breaks and tabs; other control characters are refused by the interface. */
export const manyLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, ' ');

/**
 * The interface takes no control characters in other texts, not even a new line: several lines become one. @param
 * between replaces a new line
 */
export const oneLine = (text: string, between = ' '): string =>
  text
    .toWellFormed()
    .replace(/[^\S\r\n]*[\r\n]+\s*/g, between)
    .replace(/\p{Cc}/gu, ' ');
