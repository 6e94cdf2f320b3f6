import type { Position } from '#object-rules/position.js';
import { LINE_SEPARATOR } from './chunks/feed-chunks.js';
import type { FeedPage } from './feed-page.js';

/** The part of a feed line (written by change-line.ts) that filters need. */
export interface ChangeLine {
  externalId: string;
  revision: number;
  type: string;
  observedAt: string;
  receivedAt: string;
  stale?: true;
  /** Only in area events. */
  areaId?: string;
  position?: Position;
  fields?: Record<string, unknown>;
}

export interface PageLine {
  /** Index in the page. */
  at: number;
  text: string;
  change: ChangeLine;
}

/** The parsed lines of a page, sorted by object. Done once for all readers that share the page. */
export class PageLines {
  private static readonly known = new WeakMap<FeedPage['pieces'], PageLines>();
  readonly all: readonly PageLine[];
  private byId: Map<string, PageLine[]> | undefined;

  private constructor(page: FeedPage) {
    const texts = page.pieces.flatMap((piece) => piece.split(LINE_SEPARATOR));
    this.all = texts.map((text, at) => ({ at, text, change: JSON.parse(text) as ChangeLine }));
  }

  static of(page: FeedPage): PageLines {
    let lines = PageLines.known.get(page.pieces);
    if (lines === undefined) PageLines.known.set(page.pieces, (lines = new PageLines(page)));
    return lines;
  }

  /** The lines of some objects, in the order of the page. The cost depends on the number of ids, not on the length of the page. */
  ofObjects(externalIds: readonly string[]): readonly PageLine[] {
    this.byId ??= Map.groupBy(this.all, ({ change }) => change.externalId);
    const byId = this.byId;
    return externalIds.flatMap((externalId) => byId.get(externalId) ?? []).sort((a, b) => a.at - b.at);
  }
}
