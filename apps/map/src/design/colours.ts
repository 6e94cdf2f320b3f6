/**
 * Found by searching for ten colours that contrast with the background (3:1) and differ as much as possible from each other for all kinds
 * of colour vision. No single set achieves that on both light and dark backgrounds. Colours at the same index have similar hues in both
 * sets. `colours.test.ts` has the distances.
 */
export const PALETTES = {
  light: ['#035ccf', '#614106', '#005739', '#850169', '#b23e59', '#0793b4', '#776b02', '#8774fc', '#c1705e', '#649408'],
  dark: ['#b7c9ff', '#ffc086', '#7ef8ca', '#b16795', '#fe8494', '#16a4d0', '#dae105', '#825cfe', '#ec4506', '#6c8c52'],
} as const;
export const OTHERS_COLOUR = '#8a949c';

/**
 * A colour for each type or category. A name has a preferred colour, so that it usually has the same one at each visit. Names that prefer
 * the same colour get different ones as long as there are enough; all from the eleventh on share one.
 * @param dark whether the background is dark
 */
export function coloursOf(names: readonly string[], dark: boolean): ReadonlyMap<string, string> {
  const palette = PALETTES[dark ? 'dark' : 'light'];
  const free = new Set<string>(palette);
  const colours = new Map<string, string>();
  const waiting: string[] = [];
  for (const name of [...new Set(names)].sort()) {
    const preferred = palette[hash(name) % palette.length]!;
    if (free.delete(preferred)) colours.set(name, preferred);
    else waiting.push(name);
  }
  for (const name of waiting) {
    const [next] = free;
    colours.set(name, next ?? OTHERS_COLOUR);
    if (next !== undefined) free.delete(next);
  }
  return colours;
}

const DARK_INK = '#17212b';
/** The minimum contrast of symbols by WCAG 2.2, 1.4.11. */
const SIGN_CONTRAST = 3;

/** The colour of a symbol on a coloured background: white if the contrast is sufficient. @param colour `#rrggbb` */
export function inkOn(colour: string): string {
  return 1.05 / (luminance(colour) + 0.05) >= SIGN_CONTRAST ? '#ffffff' : DARK_INK;
}

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
