import type { IncomingMessage } from 'node:http';
import { Problem } from '#problems/problem.js';
import { PICTURE_TYPES } from '../routes/picture-types.js';

/** The media type of a picture that is sent. @throws Problem 415 */
export function pictureType({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const said = headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  const type = PICTURE_TYPES.find((each) => each === said);
  if (type !== undefined) return type;
  const why = said === 'image/svg+xml' ? 'SVG is not taken: it may carry scripts and load what is elsewhere. ' : '';
  throw new Problem('unsupported-media-type', `${why}A picture is sent as its own bytes with Content-Type ${PICTURE_TYPES.join(', ')}.`);
}
