import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export const FEED_MODES = ['events', 'state'] as const;
export type FeedMode = (typeof FEED_MODES)[number];

/** The view of a feed that a cursor belongs to. */
export interface CursorContext {
  workspace: string;
  /** Undefined when encoding: the cursor is valid for either mode, since the reader of a snapshot has not chosen one yet. */
  mode: FeedMode | undefined;
  /** The narrowing of the reader's token as text; undefined if the token is not narrowed. */
  narrowing?: string;
  /** The reader's filter as text; undefined if the reader gets everything. */
  filter?: string;
  /** Id of the log (feed_epoch). */
  epoch: string;
  /** Number of partitions read: those of object.events, and after them those of area.events if the filter includes area events. */
  partitions: number;
}

/** A cursor cannot be used here; the message explains the reason. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}

/** The cursor belongs to a feed that this projection no longer has, so its reader has to start again. */
export class FormerFeedError extends CursorError {}

const VERSION = 1;
/** Version of cursors with a narrowing, a filter or both: two tags precede the offsets. */
const FILTERED_VERSION = 2;
const ANY_MODE = 0xff;
const MAC_BYTES = 12;
const TAG_BYTES = 8;
const HEAD_BYTES = 2 + 2 * TAG_BYTES;
const MAX_CHARACTERS = 120_000;
const NO_TAG = Buffer.alloc(TAG_BYTES);

/** Cached, since all cursors of a stream have the same tags. */
const tags = new LRUCache<string, Buffer>({ max: 5_000, maxSize: 4 * 1024 * 1024 });

function tag(text: string): Buffer {
  let made = tags.get(text);
  if (made === undefined)
    tags.set(text, (made = createHash('sha256').update(text).digest().subarray(0, TAG_BYTES)), { size: text.length + 1 });
  return made;
}

const tagOrNone = (text: string | undefined): Buffer => (text === undefined ? NO_TAG : tag(text));

/**
 * Opaque text with one offset for each partition: version, mode, tags of epoch, workspace and, if present, narrowing and filter,
 * offsets as varints, and an HMAC over all of it.
 */
export class CursorCodec {
  constructor(private readonly secret: string) {}

  /** @param offsets next offset of each partition, by number */
  encode(context: CursorContext, offsets: readonly number[]): string {
    const { mode, narrowing, filter } = context;
    const isFiltered = narrowing !== undefined || filter !== undefined;
    const body = [
      isFiltered ? FILTERED_VERSION : VERSION,
      mode === undefined ? ANY_MODE : FEED_MODES.indexOf(mode),
      ...tag(context.epoch),
      ...tag(context.workspace),
      ...(isFiltered ? [...tagOrNone(narrowing), ...tagOrNone(filter)] : []),
    ];
    for (const offset of offsets) pushVarint(body, offset);
    const bytes = Buffer.from(body);
    return Buffer.concat([bytes, this.mac(bytes)]).toString('base64url');
  }

  /** @throws CursorError with a separate detail for each kind of misuse */
  decode(text: string, context: CursorContext): number[] {
    const body = this.authentic(text, context);
    const mode = body[1] === ANY_MODE ? context.mode : FEED_MODES[body[1]!];
    if (mode !== context.mode)
      throw new CursorError(`The cursor belongs to mode=${mode}, not mode=${context.mode}; a cursor keeps its mode.`);
    checkLog(body, context);
    const [narrowing, filter] =
      body[0] === FILTERED_VERSION
        ? [body.subarray(HEAD_BYTES, HEAD_BYTES + TAG_BYTES), body.subarray(HEAD_BYTES + TAG_BYTES, HEAD_BYTES + 2 * TAG_BYTES)]
        : [NO_TAG, NO_TAG];
    if (!narrowing.equals(tagOrNone(context.narrowing)))
      throw new CursorError(
        'The cursor belongs to a token with other limits, and a cursor keeps its limits: ' +
          'begin again with cursor=earliest or cursor=latest.',
      );
    if (!filter.equals(tagOrNone(context.filter)))
      throw new CursorError(
        'The cursor belongs to a different filter; repeat the parameters type, id, idPrefix, field, kind, area ' +
          'and bbox of the request that returned it, or begin again with cursor=earliest or cursor=latest.',
      );
    return offsetsOf(body, [context.partitions]);
  }

  /**
   * The offsets of a cursor of the workspace, regardless of its mode, narrowing and filter.
   * @param log with all numbers of partitions that cursors may have
   * @throws CursorError as `decode`
   */
  place(text: string, log: Log & { partitions: readonly number[] }): number[] {
    const body = this.authentic(text, log);
    checkLog(body, log);
    return offsetsOf(body, log.partitions);
  }

  private authentic(text: string, log: Log): Buffer {
    const invalid = (): CursorError =>
      new CursorError('The cursor was not issued by this service, or was changed; send it exactly as received.');
    if (text.length > MAX_CHARACTERS || !/^[\w-]+$/.test(text)) throw invalid();
    const bytes = Buffer.from(text, 'base64url');
    // Base64 may have unused bits at its end: only the canonical form is accepted.
    if (bytes.length < HEAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) throw invalid();
    const body = bytes.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), this.mac(body)))
      // Signed by another installation that has or had this workspace: the client has done nothing wrong.
      throw isOf(body, log) && !isOfFeed(body, log) ? new FormerFeedError(FOREIGN) : invalid();
    if (body[0] !== VERSION && body[0] !== FILTERED_VERSION)
      throw new CursorError('The cursor was made by another version of this service; begin again with cursor=earliest or cursor=latest.');
    return body;
  }

  private mac(body: Buffer): Buffer {
    return createHmac('sha256', this.secret).update('feed cursor').update(body).digest().subarray(0, MAC_BYTES);
  }
}

/** Why a cursor has expired whose epoch is not the present one. */
export const FORMER_FEED = 'All cursors of this feed have expired, since it was recreated or put back to an earlier time.';

type Log = Pick<CursorContext, 'workspace' | 'epoch'>;

const FOREIGN =
  'The cursor belongs to another installation, such as the one that the workspace was moved from: begin again with ' +
  'cursor=earliest or cursor=latest, and read the objects.';
const isOf = (body: Buffer, { workspace }: Log): boolean => body.subarray(10, HEAD_BYTES).equals(tag(workspace));
const isOfFeed = (body: Buffer, { epoch }: Log): boolean => body.subarray(2, 10).equals(tag(epoch));

function checkLog(body: Buffer, log: Log): void {
  if (!isOf(body, log)) throw new CursorError('The cursor belongs to another workspace.');
  if (!isOfFeed(body, log)) throw new FormerFeedError(FORMER_FEED);
}

function offsetsOf(body: Buffer, partitions: readonly number[]): number[] {
  const offsets = readVarints(body.subarray(body[0] === FILTERED_VERSION ? HEAD_BYTES + 2 * TAG_BYTES : HEAD_BYTES));
  if (!partitions.includes(offsets.length))
    throw new CursorError('The cursor belongs to a log with another number of partitions; begin again with cursor=earliest.');
  return offsets;
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

function readVarints(bytes: Buffer): number[] {
  const values: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte & 0x7f) * scale;
    if (byte & 0x80) {
      scale *= 0x80;
      continue;
    }
    values.push(value);
    value = 0;
    scale = 1;
  }
  return values;
}
