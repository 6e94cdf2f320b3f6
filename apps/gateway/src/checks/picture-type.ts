import type { IncomingMessage } from 'node:http';
import { Problem } from '#problems/problem.js';
import { PICTURE_TYPES } from '../routes/picture-types.js';

/** The media type of an uploaded picture. @throws Problem 415 */
export function pictureType({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const contentType = headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  const type = PICTURE_TYPES.find((each) => each === contentType);
  if (type !== undefined) return type;
  const why = contentType === 'image/svg+xml' ? 'SVG is not accepted because it may contain scripts and load external content. ' : '';
  throw new Problem('unsupported-media-type', `${why}Send the bytes of the picture with Content-Type ${PICTURE_TYPES.join(', ')}.`);
}
