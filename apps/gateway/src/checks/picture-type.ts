import type { IncomingMessage } from 'node:http';
import { Problem } from '#problems/problem.js';
import { PICTURE_TYPES } from '../routes/picture-types.js';

/** The media type of an uploaded picture. @throws Problem 415 */
export function pictureType({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const said = headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  const type = PICTURE_TYPES.find((each) => each === said);
  if (type !== undefined) return type;
  const why = said === 'image/svg+xml' ? 'SVG is not accepted because it may contain scripts and load external content. ' : '';
  throw new Problem('unsupported-media-type', `${why}Send the bytes of the picture with Content-Type ${PICTURE_TYPES.join(', ')}.`);
}
