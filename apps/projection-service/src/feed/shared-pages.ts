import { LRUCache } from 'lru-cache';
import type { CommitSignal } from '../storage/commits/commit-signal.js';
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
}

/** How long the tail counts as the end of the feed without a query, in case notifications of commits are missing. */
const BELIEVED_MS = 500;
/** How long steps are kept; a reader that is further behind reads from the database. */
const CACHE_MS = 2_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const STEP_CHANGES = 1000;
const IDLE_MS = 10_000;
const MAX_TAILS = 10_000;

const keys = new WeakMap<readonly number[], string>();

/** Cached by array, since readers continue with the same array with which a step ended. */
function keyOf(offsets: readonly number[]): string {
  let key = keys.get(offsets);
  if (key === undefined) keys.set(offsets, (key = offsets.join(',')));
  return key;
}

const isBehind = (since: readonly number[], end: readonly number[]): boolean =>
  since.every((offset, partition) => offset <= end[partition]!);

/**
 * Pages that several readers share. Readers at the end of a workspace's feed continue in the same steps, each of which is read and
 * parsed once for all of them. A reader that starts elsewhere reads separate pages up to the tail, and then joins the others.
 */
export class SharedPages {
  private readonly tails = new LRUCache<string, Tail>({ max: MAX_TAILS, ttl: IDLE_MS, updateAgeOnGet: true });
  private readonly steps = new LRUCache<string, FeedPage>({ maxSize: MAX_CHARACTERS, ttl: CACHE_MS });

  constructor(
    private readonly reader: Pick<FeedReader, 'page' | 'bound'>,
    private readonly signal: Pick<CommitSignal, 'version'>,
  ) {}

  /** Like FeedReader.page; readers of the same page share its `pieces`. */
  async page(workspace: string, since: readonly number[], limit: number): Promise<FeedPage> {
    const place = keyOf(since);
    const tail = this.tailOf(workspace);
    const known = this.step(workspace, tail, place, limit);
    if (known) return known;
    if (tail.end === undefined || keyOf(tail.end) === place || !isBehind(since, tail.end)) await this.lookedFor(workspace, tail, place);
    if (tail.end !== undefined && keyOf(tail.end) === place && !tail.more)
      return { pieces: [], count: 0, offsets: since, ahead: tail.ahead, more: false };
    const step = this.step(workspace, tail, place, limit);
    if (step) return step;
    if (tail.end === undefined || !isBehind(since, tail.end) || keyOf(tail.end) === place) return this.reader.page(workspace, since, limit);
    const page = await this.reader.page(workspace, since, limit, tail.end);
    return { ...page, more: page.more || !this.isBelieved(workspace, tail) };
  }

  private tailOf(workspace: string): Tail {
    let tail = this.tails.get(workspace);
    if (tail === undefined)
      this.tails.set(
        workspace,
        (tail = { end: undefined, ahead: false, version: -1, lookedAt: -Infinity, more: false, moving: undefined }),
      );
    return tail;
  }

  private step(workspace: string, tail: Tail, place: string, limit: number): FeedPage | undefined {
    const step = this.steps.get(`${place} ${workspace}`);
    if (step === undefined || step.count > limit) return undefined;
    const isLast = tail.end !== undefined && keyOf(step.offsets) === keyOf(tail.end) && this.isBelieved(workspace, tail);
    return { ...step, more: !isLast };
  }

  /** Whether the tail's end still counts as the end of the feed. */
  private isBelieved(workspace: string, tail: Tail, now = performance.now()): boolean {
    return !tail.more && tail.version === this.signal.version(workspace) && now - tail.lookedAt < BELIEVED_MS;
  }

  /** Moves the tail forward if there may be something new. A query that began before this request may have missed commits. */
  private async lookedFor(workspace: string, tail: Tail, place: string): Promise<void> {
    const requestedAt = performance.now();
    const isEnd = (): boolean => tail.end !== undefined && keyOf(tail.end) === place;
    if (isEnd() && this.isBelieved(workspace, tail, requestedAt)) return;
    do {
      tail.moving ??= this.move(workspace, tail, isEnd()).finally(() => (tail.moving = undefined));
      await tail.moving;
    } while (isEnd() && tail.lookedAt < requestedAt);
  }

  /** Reads the next step for a reader at the tail's end. Otherwise moves the tail to the end of the feed, since it is too old. */
  private async move(workspace: string, tail: Tail, isStep: boolean): Promise<void> {
    const looked = { version: this.signal.version(workspace), lookedAt: performance.now() };
    if (!isStep) return void Object.assign(tail, looked, { end: await this.reader.bound('latest'), ahead: false, more: false });
    const from = tail.end!;
    const page = await this.reader.page(workspace, from, STEP_CHANGES);
    if (keyOf(page.offsets) !== keyOf(from))
      this.steps.set(`${keyOf(from)} ${workspace}`, page, { size: page.pieces.reduce((sum, piece) => sum + piece.length, 1) });
    Object.assign(tail, looked, { end: page.offsets, ahead: page.ahead, more: page.more });
  }
}
