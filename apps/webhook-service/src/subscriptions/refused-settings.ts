import { Problem } from '#problems/problem.js';
import { pointerOf } from '../feed/feed-client.js';

const FROM =
  'from must be earliest, latest, an RFC 3339 time with a time zone, such as 2026-11-21T08:00:00Z, or a cursor of this workspace';

/**
 * What the feed refuses was a member of the request's body, not a parameter of the feed.
 * @param cursor the promise of FeedClient.cursorAt
 * @param isFrom whether the cursor was requested for the member `from`
 * @throws Problem 422, or invalid-cursor for a `from` that is neither a time nor a cursor
 */
export async function acceptedByFeed(cursor: Promise<string>, isFrom: boolean): Promise<string> {
  try {
    return await cursor;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { type, detail, extras } = error;
    if (type === 'invalid-cursor' && isFrom) {
      const fault = { pointer: '/from', detail: `${FROM}. As a cursor: ${detail}` };
      throw new Problem(type, fault.detail, { errors: [fault] });
    }
    if (type !== 'invalid-parameter') throw error;
    const errors = (extras.errors ?? []).map(({ pointer, detail: fault }) => {
      const place = pointerOf(pointer);
      return { pointer: place, detail: place === '/from' ? `${FROM}.` : `${place.split('/').at(-1)}: ${fault}` };
    });
    throw new Problem('invalid', errors[0]?.detail ?? detail, { errors });
  }
}
