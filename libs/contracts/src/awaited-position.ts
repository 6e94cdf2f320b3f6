/** The changes that a read must contain, between gateway and projection: the last change of an operation in each partition. */
export interface AwaitedPosition {
  /** The longest wait, milliseconds. */
  waitMs: number;
  objects: [externalId: string, revision: number][];
}

/** Request header of an awaited position. */
export const AWAIT_HEADER = 'x-waymark-await';
/** Answer header: `1` when the answer contains the awaited changes. */
export const REACHED_HEADER = 'x-waymark-reached';
/** Seconds since the newest time up to which the answer is complete. */
export const LAG_HEADER = 'waymark-lag';

const MAX_HEADER_CHARACTERS = 24_576;

/** @returns undefined if the value would be too long for a header */
export function awaitHeader(position: AwaitedPosition): string | undefined {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return text.length > MAX_HEADER_CHARACTERS ? undefined : text;
}

/** @throws SyntaxError if the value was not written by a gateway */
export function awaitedPosition(header: string): AwaitedPosition {
  return JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as AwaitedPosition;
}
