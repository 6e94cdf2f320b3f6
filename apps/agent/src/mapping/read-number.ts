/** As a person writes a number: no exponent, no leading zeros (those are ids), a point and no comma. */
const WRITTEN = /^[+-]?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** The finite number that a value is, or that a whole text writes out; undefined for everything else, such as "12 V", "0x10", "" or true. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return WRITTEN.test(text) ? Number(text) : undefined;
}
