import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '#problems/problem.js';

const MAC_BYTES = 12;
const TAG_BYTES = 8;
/** A snapshot's page carries the feed's cursor. */
export const MAX_PAGE_CHARACTERS = 32_768;

/** Cursors of lists: where a page ended, bound to the list and its filters, and signed. */
export class PageCursors {
  constructor(private readonly secret: string) {}

  encode(list: string, position: readonly (string | number)[]): string {
    const body = Buffer.concat([tag(list), Buffer.from(JSON.stringify(position))]);
    return Buffer.concat([body, this.mac(body)]).toString('base64url');
  }

  /** @throws Problem invalid-cursor */
  decode(list: string, text: string): (string | number)[] {
    const bytes = Buffer.from(text, 'base64url');
    const body = bytes.subarray(0, -MAC_BYTES);
    const authentic =
      text.length <= MAX_PAGE_CHARACTERS &&
      bytes.length > TAG_BYTES + MAC_BYTES &&
      bytes.toString('base64url') === text &&
      timingSafeEqual(bytes.subarray(-MAC_BYTES), this.mac(body));
    if (!authentic) throw invalid('The page is not one that this service answered, or it was changed; follow `next` exactly as it was answered.');
    if (!body.subarray(0, TAG_BYTES).equals(tag(list))) throw invalid('The page belongs to another workspace, list or filter; follow `next` exactly as it was answered.');
    return JSON.parse(body.subarray(TAG_BYTES).toString('utf8')) as (string | number)[];
  }

  private mac(body: Buffer): Buffer {
    return createHmac('sha256', this.secret).update('page cursor').update(body).digest().subarray(0, MAC_BYTES);
  }
}

const tag = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, TAG_BYTES);
const invalid = (detail: string): Problem => new Problem('invalid-cursor', detail, { errors: [{ pointer: 'page', detail }] });
