import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { narrowingKey } from '#identity/narrowing.js';
import { Problem } from '#problems/problem.js';
import { LINE_SEPARATOR } from '../projecting/feed-chunks.js';
import type { CommitSignal } from './commit-signal.js';
import { CursorCodec, CursorError, type FeedMode } from './cursor.js';
import type { FeedEpochs } from './feed-epochs.js';
import type { FeedPage } from './feed-page.js';
import type { FeedReader } from './feed-reader.js';
import { narrowedPage } from './narrowed-page.js';
import { newestStates } from './state-feed.js';
import type { WaitingReaders } from './waiting-readers.js';

export interface ChangesQuery {
  workspace: string;
  /** `earliest`, `latest` or a cursor that was answered. */
  cursor: string;
  mode: FeedMode;
  limit: number;
  waitMs: number;
  /** Of the token that reads: what is outside of it is left out. */
  narrowing?: Narrowing;
}

/** Looked at again at least this often, whatever is heard of commits. */
const LONGEST_SILENCE_MS = 5_000;
/** Pages of a state feed may be empty because all their objects changed again, those of a narrowed token because all are outside; bounded work a request. */
const MAX_SCANS = 5;

/** The polling feed: a page now, or as soon as there is one. */
export class ChangesFeed {
  constructor(
    private readonly parts: {
      pool: Pool;
      reader: FeedReader;
      codec: CursorCodec;
      epochs: FeedEpochs;
      signal: CommitSignal;
      waiting: WaitingReaders;
      partitions: number;
    },
  ) {}

  /**
   * @param gone given when the reader has hung up
   * @returns the body of the answer
   * @throws Problem invalid-cursor, cursor-expired, overloaded
   */
  async changes(query: ChangesQuery, gone: AbortSignal): Promise<string> {
    const context = { workspace: query.workspace, mode: query.mode, filter: query.narrowing && narrowingKey(query.narrowing), epoch: await this.parts.epochs.current(), partitions: this.parts.partitions };
    const deadline = performance.now() + query.waitMs;
    let since = await this.start(query, context);
    let leave: (() => void) | undefined;
    try {
      for (;;) {
        const version = this.parts.signal.version(query.workspace);
        const page = await this.read(query, since);
        const left = deadline - performance.now();
        if (page.count > 0 || page.more || left <= 0 || gone.aborted || this.parts.signal.closed) return this.body(page, context);
        since = page.offsets;
        leave ??= this.parts.waiting.enter();
        await this.parts.signal.changed(query.workspace, version, Math.min(left, LONGEST_SILENCE_MS), gone);
      }
    } finally {
      leave?.();
    }
  }

  private async start(query: ChangesQuery, context: Parameters<CursorCodec['decode']>[1]): Promise<number[]> {
    if (query.cursor === 'earliest' || query.cursor === 'latest') return this.parts.reader.bound(query.cursor);
    try {
      return this.parts.codec.decode(query.cursor, context);
    } catch (error) {
      if (error instanceof CursorError) throw new Problem('invalid-cursor', error.message, { errors: [{ pointer: 'cursor', detail: error.message }] });
      throw error;
    }
  }

  private async read(query: ChangesQuery, since: readonly number[]): Promise<FeedPage> {
    let page = await this.parts.reader.page(query.workspace, since, query.limit);
    for (let scans = 1; ; scans++) {
      const shown = await this.shown(query, page);
      if (shown.count > 0 || !page.more || scans === MAX_SCANS) return shown;
      page = await this.parts.reader.page(query.workspace, page.offsets, query.limit);
    }
  }

  private async shown({ workspace, mode, narrowing }: ChangesQuery, page: FeedPage): Promise<FeedPage> {
    if (mode === 'state') return newestStates(this.parts.pool, workspace, page, narrowing);
    return narrowing === undefined ? page : narrowedPage(this.parts.pool, workspace, page, narrowing);
  }

  private body(page: FeedPage, context: Parameters<CursorCodec['encode']>[0]): string {
    return `{"changes":[${page.pieces.join(LINE_SEPARATOR)}],"cursor":"${this.parts.codec.encode(context, page.offsets)}","more":${page.more}}`;
  }
}
