/**
 * A number as people and devices write it: no exponent, no leading zeros (which ids have), a point and no comma. At most as many digits
 * before the point as a double represents exactly, since a whole number may be a counter; after it, enough for programs that print all
 * digits.
 */
const WRITTEN = /^[+-]?(?:0|[1-9]\d{0,14})(?:\.\d{1,60})?$/;

/**
 * The finite number of a value, or of a text that consists only of a number; undefined for everything else, such as "12 V", "0x10", "" or
 * true. More decimals than a double has are rounded, as in JSON: on earth the error is smaller than an atom.
 */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return WRITTEN.test(text) ? Number(text) : undefined;
}
