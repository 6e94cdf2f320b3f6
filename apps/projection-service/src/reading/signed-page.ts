import { createHash } from 'node:crypto';
import { Sealing } from '#identity/sealing.js';
import { Problem } from '#problems/problem.js';

const NAME = 'page';
const TAG_CHARACTERS = 11;
/** A snapshot's page carries the feed's cursor. */
export const MAX_PAGE_CHARACTERS = 32_768;

/**
 * Cursors of lists: where a page ended, bound to the list and its filters. Encrypted (AES-256-GCM), not only signed: a page may end at
 * data that was examined but is not shown, such as words of an object that the token may not see.
 */
export class PageCursors {
  private readonly sealing: Sealing;

  constructor(secret: string) {
    this.sealing = new Sealing(secret, 'waymark page cursors');
  }

  encode(list: string, position: readonly (string | number)[]): string {
    return this.sealing.seal(NAME, JSON.stringify([tag(list), ...position])).toString('base64url');
  }

  /** @throws Problem invalid-cursor */
  decode(list: string, text: string): (string | number)[] {
    const [madeFor, ...position] = this.open(text);
    if (madeFor !== tag(list))
      throw invalid('The page belongs to a different workspace, list or filter; follow `next` exactly as received.');
    return position;
  }

  private open(text: string): (string | number)[] {
    const bytes = Buffer.from(text, 'base64url');
    // Base64 has spare bits at the end: only the one spelling counts.
    if (text.length > MAX_PAGE_CHARACTERS || bytes.toString('base64url') !== text) throw unknown();
    try {
      return JSON.parse(this.sealing.open(NAME, bytes)) as (string | number)[];
    } catch {
      throw unknown();
    }
  }
}

const tag = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, TAG_CHARACTERS);
const invalid = (detail: string): Problem => new Problem('invalid-cursor', detail, { errors: [{ pointer: 'page', detail }] });
const unknown = (): Problem => invalid('The page was not issued by this service, or was changed; follow `next` exactly as received.');
