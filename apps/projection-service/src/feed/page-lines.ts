import { LINE_SEPARATOR } from '../projecting/feed-chunks.js';
import type { FeedPage } from './feed-page.js';
import type { ChangeLine } from './shown-changes.js';

export interface PageLine {
  text: string;
  change: ChangeLine;
}

const parsed = new WeakMap<FeedPage, readonly PageLine[]>();

/** The lines of a page with what they say; parsed once for all readers that share the page. */
export function linesOf(page: FeedPage): readonly PageLine[] {
  let lines = parsed.get(page);
  if (lines === undefined) {
    const texts = page.pieces.flatMap((piece) => piece.split(LINE_SEPARATOR));
    lines = texts.map((text) => ({ text, change: JSON.parse(text) as ChangeLine }));
    parsed.set(page, lines);
  }
  return lines;
}
