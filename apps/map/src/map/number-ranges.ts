import type { Format } from '../words/format.js';

/**
 * From low to high. Each colour is lighter than the previous one, so the order is visible with all kinds of colour vision, on light and
 * dark backgrounds.
 */
const COLOURS = ['#7e5cb8', '#4b83c4', '#2ba09a', '#86c04e', '#f2c83b'] as const;
const CLASSES = COLOURS.length;
/** Share of the values at either end that bounds ignore; otherwise, single outliers would take up all colours. */
const OUTLIERS = 0.05;
/** If more than this share of all values is in one of the two open ranges, new ranges are calculated. */
const MAX_OUTSIDE = 0.5;

/** Ranges of a numeric field, each with a name and a colour. */
export class NumberRanges {
  readonly colours: ReadonlyMap<string, string>;
  private readonly names: readonly string[];

  /** @param bounds start of each range except the first, in order; at least one */
  constructor(
    private readonly bounds: readonly number[],
    format: Format,
  ) {
    const decimals = bounds.length < 2 ? 3 : Math.max(0, Math.ceil(-Math.log10(exact(bounds[1]! - bounds[0]!))));
    const text = bounds.map((bound) => format.number(bound, decimals));
    this.names = [`< ${text[0]}`, ...text.slice(1).map((to, n) => `${text[n]} – ${to}`), `≥ ${text.at(-1)}`];
    this.colours = new Map(this.names.map((name, n) => [name, COLOURS[n]!]));
  }

  nameOf(value: number): string {
    return this.names[this.placeOf(value)]!;
  }

  /** Whether these ranges still separate the values; live values must not change the legend with each report. */
  suit(values: readonly number[]): boolean {
    const counts = this.names.map(() => 0);
    for (const value of values) counts[this.placeOf(value)]!++;
    return counts.filter((count) => count > 0).length > 1 && Math.max(counts[0]!, counts.at(-1)!) <= values.length * MAX_OUTSIDE;
  }

  private placeOf(value: number): number {
    const next = this.bounds.findIndex((bound) => value < bound);
    return next < 0 ? this.bounds.length : next;
  }
}

/** Smaller differences leave no room for bounds with a decimal representation. */
const ABSOLUTELY_EQUAL = 1e-15;
const NEARLY_EQUAL = 1e-9;

/** Up to five ranges with round bounds, such as 20, 40, 60, 80. @param values at least one */
export function rangesOf(values: readonly number[], format: Format): NumberRanges {
  const sorted = [...values].sort((a, b) => a - b);
  const skipped = Math.floor(sorted.length * OUTLIERS);
  const [low, high] = [sorted[skipped]!, sorted[sorted.length - 1 - skipped]!];
  if (high - low <= Math.max(ABSOLUTELY_EQUAL, NEARLY_EQUAL * Math.abs(high))) return new NumberRanges([low], format);
  const step = roundStep((high - low) / CLASSES);
  const first = Math.floor(low / step) + 1;
  const count = Math.min(CLASSES - 1, Math.ceil(high / step) - first);
  const bounds = Array.from({ length: Math.max(1, count) }, (_, n) => exact((first + n) * step));
  return new NumberRanges(bounds, format);
}

/** The next 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((times) => times * power >= least * 0.999999) ?? 10) * power;
}

/** Without rounding errors: 3 * 0.1 is 0.30000000000000004. */
const exact = (value: number): number => Number(value.toPrecision(12));
