import { LRUCache } from 'lru-cache';
import type { CommitSignal } from './commit-signal.js';
import type { FeedPage } from './feed-page.js';
import type { FeedReader } from './feed-reader.js';

/** A page is shared no longer than this, also while commits of other instances are not heard. */
const SHARED_MS = 500;
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Pages that several readers ask for from the same place: those who follow the end of a workspace's feed all do. Read once and
 * parsed once, until the next commit that the workspace may have a part in.
 */
export class SharedPages {
  private readonly kept = new LRUCache<string, FeedPage>({ maxSize: MAX_CHARACTERS, ttl: SHARED_MS });
  private readonly reading = new Map<string, Promise<FeedPage>>();

  constructor(
    private readonly reader: Pick<FeedReader, 'page'>,
    private readonly signal: Pick<CommitSignal, 'version'>,
  ) {}

  /** As FeedReader.page. */
  page(workspace: string, since: readonly number[], limit: number): Promise<FeedPage> {
    const key = `${this.signal.version(workspace)} ${limit} ${since.join(',')} ${workspace}`;
    const known = this.kept.get(key) ?? this.reading.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const reading = this.reader.page(workspace, since, limit).finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    void reading.then(
      (page) => this.kept.set(key, page, { size: key.length + page.pieces.reduce((sum, piece) => sum + piece.length, 1) }),
      () => undefined,
    );
    return reading;
  }
}
