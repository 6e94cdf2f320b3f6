import { readNumber } from '../../reading/read-number.js';
import { within } from './within.js';

/** An accuracy in metres; undefined for invalid values, such as the -1 of phones that do not know it. */
export function radius(value: unknown): number | undefined {
  return within(readNumber(value), MAX);
}

/** Half of the earth's circumference. */
const MAX = 20_037_508;
