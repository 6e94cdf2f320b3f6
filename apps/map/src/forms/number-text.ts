export type DecimalSign = '.' | ',';

/** How somebody of this language writes decimals. @param locale BCP 47 */
export const decimalSignOf = (locale: string): DecimalSign =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';

export const numberText = (value: number | undefined, sign: DecimalSign): string =>
  value === undefined ? '' : String(value).replace('.', sign);

/** A number as somebody types it, with a point or a comma before the decimals; undefined: it is none. */
export function typedNumber(text: string): number | undefined {
  const plain = text.trim().replace('\u2212', '-');
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}
