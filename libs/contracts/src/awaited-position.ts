/** What a read is to contain, between gateway and projection: the last change that an operation made in each partition. */
export interface AwaitedPosition {
  /** At most so long, milliseconds. */
  waitMs: number;
  objects: [externalId: string, revision: number][];
}

/** Request header of an awaited position. */
export const AWAIT_HEADER = 'x-waymark-await';
/** Answer header: `1` when the answer contains what was awaited. */
export const REACHED_HEADER = 'x-waymark-reached';
/** Seconds since the newest moment of which everything is in the answer. */
export const LAG_HEADER = 'waymark-lag';

const MAX_HEADER_CHARACTERS = 24_576;

/** Undefined: it would be too long for a header. */
export function awaitHeader(position: AwaitedPosition): string | undefined {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return text.length > MAX_HEADER_CHARACTERS ? undefined : text;
}

/** @throws SyntaxError for what no gateway wrote */
export function awaitedPosition(header: string): AwaitedPosition {
  return JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as AwaitedPosition;
}
