import { readNumber } from '../../mapping/read-number.js';

/** An accuracy in metres; undefined for invalid values, such as the -1 of phones that do not know it. */
export function radius(value: unknown): number | undefined {
  const metres = readNumber(value);
  return metres !== undefined && metres >= 0 && metres <= MOST ? metres : undefined;
}

/** Half of the earth's circumference. */
const MOST = 20_037_508;
