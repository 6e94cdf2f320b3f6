import { InvalidArgumentError } from 'commander';

/** Reads an option of a command: a number within bounds. */
export const boundedNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!(number >= least && number <= most)) throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
    return number;
  };
