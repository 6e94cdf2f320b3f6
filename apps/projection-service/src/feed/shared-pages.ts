import { LRUCache } from 'lru-cache';
import type { CommitSignal, WokenBy } from '../storage/commits/commit-signal.js';
import { LINE_SEPARATOR } from './chunks/feed-chunks.js';
import type { FeedEpochs } from './feed-epochs.js';
import type { FeedPage } from './feed-page.js';
import type { FeedReader } from './feed-reader.js';

/** How far the readers at the end of a workspace's feed have read together. */
interface Tail {
  /** Next offset of each partition; undefined before the first query. */
  end: readonly number[] | undefined;
  /** Whether `end` was past the end of the feed at the last query (FeedPage). */
  ahead: boolean;
  /** The version of the commit signal at the last query. */
  version: number;
  lookedAt: number;
  /** Whether the last step stopped at its limit. */
  more: boolean;
  moving: Promise<void> | undefined;
  /** The first offset that was stored in each partition at the last step. */
  floors: readonly number[] | undefined;
}

/** How long the tail counts as the end of the feed without a query, in case notifications of commits are missing. */
const BELIEVED_MS = 500;
/** How long steps are kept for readers of everything that poll; a reader that is further behind reads from the database. */
const KEPT_MS = 60_000;
/**
 * How long readers of parts of the feed share a step. Data about its objects (PageLookups) is kept with it, and decides which changes
 * they may see, so it must not be older.
 */
const SHARED_MS = 2_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const STEP_CHANGES = 1000;
const IDLE_MS = 10_000;
/** How long a page that was read ahead is kept for its reader, and for how many readers. */
const AHEAD_MS = 2_000;
const MAX_AHEAD = 16;
/** After a larger page, nothing is read ahead. */
const MAX_AHEAD_BYTES = 1024 * 1024;
const MAX_TAILS = 10_000;

const keys = new WeakMap<readonly number[], string>();

/** Cached by array, since readers continue with the same array with which a step ended. */
function keyOf(offsets: readonly number[]): string {
  let key = keys.get(offsets);
  if (key === undefined) keys.set(offsets, (key = offsets.join(',')));
  return key;
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => keyOf(a) === keyOf(b);

const keyIn = ({ workspace, source }: Feed, offsets: readonly number[]): string => `${keyOf(offsets)} ${workspace} ${source}`;

const aheadKey = (feed: Feed, since: readonly number[], limit: number): string => `${keyIn(feed, since)} ${limit}`;

/** Whether the readers at the tail have read exactly up to this place. */
const isEnd = ({ end }: Tail, place: readonly number[]): boolean => end !== undefined && isSame(end, place);

/** Whether changes from this place on may no longer be stored. */
const mayBeGone = ({ floors }: Tail, place: readonly number[]): boolean =>
  floors === undefined || place.some((offset, partition) => offset < floors[partition]!);

const inBytes = (page: FeedPage): FeedPage<Buffer> => ({ ...page, pieces: page.pieces.map((piece) => Buffer.from(piece)) });

const isBehind = (since: readonly number[], end: readonly number[]): boolean =>
  since.every((offset, partition) => offset <= end[partition]!);

/** The feed of a workspace. */
interface Feed {
  workspace: string;
  /** Id of the log (feed_epoch), and number of the connection to the database: with others, the same offsets may have other changes. */
  source: string;
}

/**
 * Pages that several readers share. Readers at the end of a workspace's feed continue in the same steps, each of which is read once for all
 * of them. A reader that starts elsewhere reads separate pages up to the tail, and then joins the others.
 */
export class SharedPages {
  private readonly tails = new LRUCache<string, Tail>({ max: MAX_TAILS, ttl: IDLE_MS, updateAgeOnGet: true });
  private readonly steps = new LRUCache<string, FeedPage>({ maxSize: MAX_CHARACTERS, ttl: KEPT_MS });
  /** The lines of steps in UTF-8, made when the first reader of everything needs them. */
  private readonly bytes = new WeakMap<FeedPage, Buffer>();
  /** Pages that were read ahead; undefined if that failed. */
  private readonly ahead = new LRUCache<string, Promise<FeedPage<Buffer> | undefined>>({ max: MAX_AHEAD, ttl: AHEAD_MS });

  constructor(
    private readonly parts: {
      reader: Pick<FeedReader, 'page' | 'bound'>;
      signal: Pick<CommitSignal, 'version' | 'connection'>;
      wokenBy: WokenBy;
      epochs: Pick<FeedEpochs, 'current'>;
    },
  ) {}

  /** Like FeedReader.page; readers of the same page share its `pieces`, whose lines they parse once for all. */
  async page(workspace: string, since: readonly number[], limit: number): Promise<FeedPage> {
    const feed = await this.feedOf(workspace);
    const tail = this.tailOf(workspace);
    const known = this.step(feed, tail, since, limit);
    if (known) return known;
    await this.lookedBeyond(feed, tail, since);
    if (isEnd(tail, since) && !tail.more) return { pieces: [], count: 0, offsets: since, ahead: tail.ahead, more: false };
    return this.step(feed, tail, since, limit) ?? this.upToTail(feed, tail, since, limit);
  }

  /**
   * The same for a reader of everything that polls: as many steps as fit into the page, so that a reader that comes every few seconds needs
   * the database no more often than one that waits for the next change.
   */
  async joinedPage(workspace: string, since: readonly number[], limit: number): Promise<FeedPage<Buffer>> {
    const feed = await this.feedOf(workspace);
    const page = (await this.takenAhead(feed, since, limit)) ?? (await this.joined(feed, since, limit));
    const bytes = page.pieces.reduce((sum, { length }) => sum + length, 0);
    if (page.more && bytes > 0 && bytes <= MAX_AHEAD_BYTES) this.readAhead(feed, page.offsets, limit);
    return page;
  }

  /** While a reader that is catching up takes a page, the database reads the next one. */
  private readAhead(feed: Feed, since: readonly number[], limit: number): void {
    const key = aheadKey(feed, since, limit);
    // If this fails, the reader gets the error from a read of its own.
    if (!this.ahead.has(key))
      this.ahead.set(
        key,
        this.joined(feed, since, limit).catch(() => undefined),
      );
  }

  /** The page from this place on if it was read ahead. Not the last page of the feed, since more may have followed since then. */
  private async takenAhead(feed: Feed, since: readonly number[], limit: number): Promise<FeedPage<Buffer> | undefined> {
    const key = aheadKey(feed, since, limit);
    const page = await this.ahead.get(key);
    this.ahead.delete(key);
    return page?.more ? page : undefined;
  }

  private async joined(feed: Feed, since: readonly number[], limit: number): Promise<FeedPage<Buffer>> {
    const tail = this.tailOf(feed.workspace);
    const page: FeedPage<Buffer> = { pieces: [], count: 0, offsets: since, ahead: false, more: true };
    if (this.join(page, feed, limit) && !mayBeGone(tail, since)) return page;
    await this.lookedBeyond(feed, tail, page.offsets);
    // This read fails if the cursor has expired.
    if (mayBeGone(tail, since)) return inBytes(await this.upToTail(feed, tail, since, limit));
    if (this.join(page, feed, limit)) return page;
    if (isEnd(tail, page.offsets) && !tail.more) return { ...page, ahead: tail.ahead, more: false };
    if (isEnd(tail, page.offsets) && page.count > 0) return page;
    const rest = inBytes(await this.upToTail(feed, tail, page.offsets, limit - page.count));
    return { ...rest, pieces: [...page.pieces, ...rest.pieces], count: page.count + rest.count };
  }

  /** Adds known steps. @returns whether the page is full */
  private join(page: FeedPage<Buffer>, feed: Feed, limit: number): boolean {
    for (let step; (step = this.steps.get(keyIn(feed, page.offsets))) !== undefined;) {
      if (page.count + step.count > limit) return page.count > 0;
      if (step.count > 0) page.pieces.push(this.bytesOf(step));
      page.count += step.count;
      page.offsets = step.offsets;
    }
    return page.count === limit;
  }

  private bytesOf(step: FeedPage): Buffer {
    let bytes = this.bytes.get(step);
    if (bytes === undefined) this.bytes.set(step, (bytes = Buffer.from(step.pieces.join(LINE_SEPARATOR))));
    return bytes;
  }

  /** A page from the database that ends at the tail's end, where the reader joins the others. */
  private async upToTail({ workspace }: Feed, tail: Tail, since: readonly number[], limit: number): Promise<FeedPage> {
    if (tail.end === undefined || isEnd(tail, since) || !isBehind(since, tail.end)) return this.parts.reader.page(workspace, since, limit);
    const page = await this.parts.reader.page(workspace, since, limit, tail.end);
    return { ...page, more: page.more || !this.isBelieved(workspace, tail) };
  }

  private async feedOf(workspace: string): Promise<Feed> {
    return { workspace, source: `${await this.parts.epochs.current()} ${this.parts.signal.connection}` };
  }

  private tailOf(workspace: string): Tail {
    let tail = this.tails.get(workspace);
    if (tail === undefined)
      this.tails.set(
        workspace,
        (tail = { end: undefined, ahead: false, version: -1, lookedAt: -Infinity, more: false, moving: undefined, floors: undefined }),
      );
    return tail;
  }

  private step(feed: Feed, tail: Tail, since: readonly number[], limit: number): FeedPage | undefined {
    const key = keyIn(feed, since);
    const step = this.steps.get(key);
    if (step === undefined || step.count > limit || this.steps.getRemainingTTL(key) < KEPT_MS - SHARED_MS) return undefined;
    return { ...step, more: !(isEnd(tail, step.offsets) && this.isBelieved(feed.workspace, tail)) };
  }

  /** Whether the tail's end still counts as the end of the feed. */
  private isBelieved(workspace: string, tail: Tail, now = performance.now()): boolean {
    return !tail.more && tail.version === this.parts.signal.version(workspace, this.parts.wokenBy) && now - tail.lookedAt < BELIEVED_MS;
  }

  /** Moves the tail forward if the place is not before it and there may be something new. */
  private async lookedBeyond(feed: Feed, tail: Tail, place: readonly number[]): Promise<void> {
    if (tail.end !== undefined && !isEnd(tail, place) && isBehind(place, tail.end)) return;
    const requestedAt = performance.now();
    if (isEnd(tail, place) && this.isBelieved(feed.workspace, tail, requestedAt)) return;
    do {
      tail.moving ??= this.move(feed, tail, place).finally(() => (tail.moving = undefined));
      await tail.moving;
      // A query that began before this request may have missed commits.
    } while (isEnd(tail, place) && tail.lookedAt < requestedAt);
  }

  /** Reads the next step from the tail's end. If the last one did not reach the end of the feed, moves the tail there, as it is too old. */
  private async move(feed: Feed, tail: Tail, place: readonly number[]): Promise<void> {
    const { workspace } = feed;
    const looked = { version: this.parts.signal.version(workspace, this.parts.wokenBy), lookedAt: performance.now() };
    const from = tail.end;
    if (from === undefined || (tail.more && !isEnd(tail, place)))
      return void Object.assign(tail, looked, { end: await this.parts.reader.bound('latest'), ahead: false, more: false });
    const page = await this.parts.reader.page(workspace, from, STEP_CHANGES);
    if (!isSame(page.offsets, from))
      this.steps.set(keyIn(feed, from), page, { size: page.pieces.reduce((sum, piece) => sum + piece.length, 1) });
    Object.assign(tail, looked, { end: page.offsets, ahead: page.ahead, more: page.more, floors: page.floors });
  }
}
