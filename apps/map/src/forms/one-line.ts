/** Descriptions and String values keep their line breaks and tabs; the API refuses other control characters. */
export const manyLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, ' ');

/**
 * In other texts, the API refuses control characters including line breaks, so several lines become one.
 * @param between replaces a line break
 */
export const oneLine = (text: string, between = ' '): string =>
  text
    .toWellFormed()
    .replace(/[^\S\r\n]*[\r\n]+\s*/g, between)
    .replace(/\p{Cc}/gu, ' ');
