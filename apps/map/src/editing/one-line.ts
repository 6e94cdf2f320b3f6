/** The interface takes no control characters, not even a new line: several lines become one. @param between what stands for a new line */
export const oneLine = (text: string, between = ' '): string =>
  text
    .toWellFormed()
    .replace(/[^\S\r\n]*[\r\n]+\s*/g, between)
    .replace(/\p{Cc}/gu, ' ');
