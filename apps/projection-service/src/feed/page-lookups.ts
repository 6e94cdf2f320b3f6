import type { FeedPage } from './feed-page.js';

/**
 * Data about the objects of a page, kept as long as the page, so that readers that share a page share the data as well. It is read
 * after the lines of the page, and so never older than they are.
 */
export class PageLookups<T> {
  private readonly ofPages = new WeakMap<FeedPage['pieces'], { known: Map<string, T | undefined>; turn: Promise<void> }>();

  /** @param read called once for each id of the page, even if several readers request it at the same time */
  async get(
    page: FeedPage,
    externalIds: readonly string[],
    read: (missing: string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T | undefined>> {
    let entry = this.ofPages.get(page.pieces);
    if (entry === undefined) this.ofPages.set(page.pieces, (entry = { known: new Map(), turn: Promise.resolve() }));
    const { known } = entry;
    if (externalIds.some((id) => !known.has(id))) {
      const mine = entry.turn.then(async () => {
        const missing = [...new Set(externalIds)].filter((id) => !known.has(id));
        if (missing.length === 0) return;
        const found = await read(missing);
        for (const id of missing) known.set(id, found.get(id));
      });
      entry.turn = mine.catch(() => undefined);
      await mine;
    }
    return known;
  }
}
