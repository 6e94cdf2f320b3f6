/**
 * As a person or a device writes a number: no exponent, no leading zeros (those are ids), a point and no comma. Before
 * the point no more digits than a double
 * holds exactly: a whole number may count something. Behind it as many as programs write that print every digit of one.
 */
const WRITTEN = /^[+-]?(?:0|[1-9]\d{0,14})(?:\.\d{1,60})?$/;

/**
 * The finite number that a value is, or that a whole text writes out; undefined for everything else, such as "12 V",
 * "0x10", "" or true. Of more decimals than a
 * double has it is the nearest, as JSON reads them too: on the earth that is less than the size of an atom.
 */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return WRITTEN.test(text) ? Number(text) : undefined;
}
