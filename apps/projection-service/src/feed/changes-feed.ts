import type { Pool } from 'pg';
import { narrowingKey } from '#identity/narrowing.js';
import { Problem } from '#problems/problem.js';
import type { CommitSignal } from '../storage/commits/commit-signal.js';
import type { WaitingReaders } from '../storage/commits/waiting-readers.js';
import { LINE_SEPARATOR } from './chunks/feed-chunks.js';
import { cursorExpired } from './cursor-expired.js';
import { type CursorCodec, type CursorContext, CursorError, FORMER_FEED, type FeedMode, FormerFeedError } from './cursor.js';
import type { FeedEpochs } from './feed-epochs.js';
import { type FeedView, filterKey } from './feed-filter.js';
import { type FeedLogs, logOf } from './feed-logs.js';
import type { FeedPage } from './feed-page.js';
import type { RollbackWatch } from './rollback-watch.js';
import { shownChanges } from './shown-changes.js';
import { newestStates } from './state-feed.js';

export interface ChangesQuery {
  workspace: string;
  /** `earliest`, `latest` or a cursor from an earlier answer. */
  cursor: string;
  /** The header that the cursor came from; absent: the query parameter. */
  cursorHeader?: 'Last-Event-ID';
  mode: FeedMode;
  limit: number;
  waitMs: number;
  view: FeedView;
}

/** A page for a reader, with the cursor after it. */
export interface ShownPage<Piece extends string | Buffer = string | Buffer> extends FeedPage<Piece> {
  cursor: string;
}

/** The parts of a view that a cursor is bound to, in addition to workspace and mode. */
const boundTo = ({ narrowing, filter }: FeedView): { narrowing?: string; filter?: string } => ({
  narrowing: narrowing && narrowingKey(narrowing),
  filter: filter && filterKey(filter),
});

/** Longest time between two queries while no commits are notified. */
const MAX_SILENCE_MS = 5_000;
/**
 * Most pages that one request reads: pages of a state feed may be empty because all their objects have changed again, and those of a
 * narrowed token because all objects are outside.
 */
const MAX_SCANS = 5;
/** Most steps that one event of a stream reads; a step is one commit or a few. */
const MAX_STEPS = 50;

/** The feed by polling: returns a page as soon as there is one. */
export class ChangesFeed {
  constructor(
    private readonly parts: {
      pool: Pool;
      logs: FeedLogs;
      codec: CursorCodec;
      epochs: Pick<FeedEpochs, 'current'>;
      rollbacks: Pick<RollbackWatch, 'suspect'>;
      signal: CommitSignal;
      waiting: WaitingReaders;
    },
  ) {}

  /** Whether the process is stopping, so that readers no longer wait. */
  get closed(): boolean {
    return this.parts.signal.closed;
  }

  /**
   * A page as JSON, as text or in UTF-8.
   * @param gone aborted when the reader has disconnected
   * @throws Problem invalid-cursor, cursor-expired, overloaded
   */
  async changes(query: ChangesQuery, gone: AbortSignal): Promise<string | Buffer> {
    const context = await this.context(query.workspace, query.mode, query.view);
    const since = await this.start(query, context);
    let leave: (() => void) | undefined;
    try {
      const wait = { waitMs: query.waitMs, gone, enter: () => (leave ??= this.parts.waiting.enter()) };
      return readsAll(query)
        ? pageBytes(await this.awaited(query, context, since, { ...wait, read: (from) => this.joined(query, context, from) }))
        : pageText(await this.awaited(query, context, since, { ...wait, read: (from) => this.read(query, context, from) }));
    } finally {
      leave?.();
    }
  }

  /**
   * Returns page after page: the first one at once, each further one when there are changes, or an empty one after `silenceMs`.
   * @throws Problem as `changes`
   */
  async *follow(query: ChangesQuery, silenceMs: number, gone: AbortSignal): AsyncGenerator<ShownPage<string>, void> {
    const context = await this.context(query.workspace, query.mode, query.view);
    let since = await this.start(query, context);
    for (let waitMs = 0; !gone.aborted && !this.closed; waitMs = silenceMs) {
      const page = await this.awaited(query, context, since, { waitMs, gone, read: (from) => this.gathered(query, context, from) });
      since = page.offsets;
      yield page;
    }
  }

  private async awaited<Piece extends string | Buffer>(
    query: ChangesQuery,
    context: CursorContext,
    from: readonly number[],
    {
      waitMs,
      gone,
      read,
      enter,
    }: { waitMs: number; gone: AbortSignal; read: (since: readonly number[]) => Promise<FeedPage<Piece>>; enter?: () => void },
  ): Promise<ShownPage<Piece>> {
    const deadline = performance.now() + waitMs;
    const { wokenBy } = logOf(this.parts.logs, query.view);
    for (let since = from; ;) {
      const version = this.parts.signal.version(query.workspace, wokenBy);
      const page = await read(since);
      if ((await this.parts.epochs.current()) !== context.epoch) throw cursorExpired(query.workspace, FORMER_FEED);
      const left = deadline - performance.now();
      if (page.count > 0 || page.more || left <= 0 || gone.aborted || this.closed)
        return { ...page, cursor: this.parts.codec.encode(context, page.offsets) };
      since = page.offsets;
      enter?.();
      await this.parts.signal.changed(query.workspace, version, Math.min(left, MAX_SILENCE_MS), gone, wokenBy);
    }
  }

  /** A cursor at the present end of the feed, for either mode. Objects that are read afterwards, and the feed from there, leave no gap. */
  async cursorNow(workspace: string, view: FeedView): Promise<string> {
    const context = await this.context(workspace, undefined, view);
    return this.parts.codec.encode(context, await logOf(this.parts.logs, view).reader.bound('latest'));
  }

  private async context(workspace: string, mode: FeedMode | undefined, view: FeedView): Promise<CursorContext> {
    return {
      workspace,
      mode,
      ...boundTo(view),
      epoch: await this.parts.epochs.current(),
      partitions: logOf(this.parts.logs, view).partitions,
    };
  }

  private async start(query: ChangesQuery, context: CursorContext): Promise<readonly number[]> {
    if (query.cursor === 'earliest' || query.cursor === 'latest') return logOf(this.parts.logs, query.view).reader.bound(query.cursor);
    try {
      return this.parts.codec.decode(query.cursor, context);
    } catch (error) {
      if (error instanceof FormerFeedError) throw cursorExpired(query.workspace, error.message);
      if (error instanceof CursorError)
        throw new Problem('invalid-cursor', error.message, {
          errors: [{ pointer: query.cursorHeader ?? 'cursor', detail: error.message }],
        });
      throw error;
    }
  }

  private async read(query: ChangesQuery, context: CursorContext, since: readonly number[]): Promise<FeedPage> {
    let page = await this.page(query, context, since);
    for (let scans = 1; ; scans++) {
      const shown = await this.shown(query, page);
      if (shown.count > 0 || !page.more || scans === MAX_SCANS) return shown;
      page = await this.page(query, context, page.offsets);
    }
  }

  private async joined(
    { workspace, limit, view }: ChangesQuery,
    context: CursorContext,
    since: readonly number[],
  ): Promise<FeedPage<Buffer>> {
    return this.examined(await logOf(this.parts.logs, view).pages.joinedPage(workspace, since, limit), context, since);
  }

  private async page({ workspace, limit, view }: ChangesQuery, context: CursorContext, since: readonly number[]): Promise<FeedPage> {
    return this.examined(await logOf(this.parts.logs, view).pages.page(workspace, since, limit), context, since);
  }

  /** Reports a cursor that is past the end of the feed. */
  private examined<Page extends Pick<FeedPage, 'ahead'>>(page: Page, { epoch }: CursorContext, since: readonly number[]): Page {
    if (page.ahead) this.parts.rollbacks.suspect(epoch, since);
    return page;
  }

  /** All available changes for one event of a stream, from as many shared pages as needed. */
  private async gathered(query: ChangesQuery, context: CursorContext, since: readonly number[]): Promise<FeedPage> {
    const all: FeedPage = { pieces: [], count: 0, offsets: since, ahead: false, more: true };
    for (let steps = 0; all.more && all.count < query.limit && steps < MAX_STEPS; steps++) {
      const page = await this.page(query, context, all.offsets);
      const shown = await this.shown(query, page);
      all.pieces.push(...shown.pieces);
      all.count += shown.count;
      all.offsets = page.offsets;
      all.more = page.more || page.count > 0;
    }
    return all;
  }

  private async shown(query: ChangesQuery, page: FeedPage): Promise<FeedPage> {
    const { workspace, mode, view } = query;
    if (page.pieces.length === 0 || readsAll(query)) return page;
    return mode === 'state' ? newestStates(this.parts.pool, workspace, page, view) : shownChanges(this.parts.pool, workspace, page, view);
  }
}

/** Whether the reader gets the lines of the feed as they are. */
const readsAll = ({ mode, view }: ChangesQuery): boolean => mode === 'events' && view.filter === undefined && view.narrowing === undefined;

const SEPARATOR = Buffer.from(LINE_SEPARATOR);
const BEGIN = '{"changes":[';
const endOf = ({ cursor, more }: ShownPage): string => `],"cursor":"${cursor}","more":${more}}`;

/** A page as JSON. */
export const pageText = (page: ShownPage<string>): string => BEGIN + page.pieces.join(LINE_SEPARATOR) + endOf(page);

/** The same in UTF-8, without copying the lines more than once. */
const pageBytes = (page: ShownPage<Buffer>): Buffer =>
  Buffer.concat([
    Buffer.from(BEGIN),
    ...page.pieces.flatMap((piece, at) => (at === 0 ? [piece] : [SEPARATOR, piece])),
    Buffer.from(endOf(page)),
  ]);
