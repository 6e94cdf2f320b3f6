import { createHash } from 'node:crypto';
import { Sealing } from '#identity/sealing.js';
import { Problem } from '#problems/problem.js';

const NAME = 'page';
const TAG_CHARACTERS = 11;
/** Large, since the cursor of a snapshot's page contains the cursor of the feed. */
export const MAX_PAGE_CHARACTERS = 32_768;

/**
 * Cursors of lists: where a page ended, bound to the list and its filters. They are encrypted (AES-256-GCM), not only signed, since a
 * page may end at data that the token may not see, such as words of an examined object.
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
    // Base64 may have unused bits at its end: only the canonical form is accepted.
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
