export type DecimalSign = '.' | ',';

/** The decimal separator in this language. @param locale BCP 47 */
export const decimalSignOf = (locale: string): DecimalSign =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';

export const numberText = (value: number | undefined, sign: DecimalSign): string =>
  value === undefined ? '' : String(value).replace('.', sign);

/** Parses a typed number with a point or comma as decimal separator; undefined if it is not a number. */
export function typedNumber(text: string): number | undefined {
  const plain = text.trim().replace('\u2212', '-');
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}
