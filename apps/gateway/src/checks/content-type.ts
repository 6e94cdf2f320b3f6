import type { IncomingMessage } from 'node:http';
import { Problem } from '#problems/problem.js';

const JSON_TYPE = /^application\/(?:[\w!#$&^.+-]+\+)?json$/;
const SHOWABLE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/;
const CURLS_OWN = 'application/x-www-form-urlencoded';
const UTF8 = /^"?utf-?8"?$/;

/**
 * Accepts `application/json` and `application/…+json` in UTF-8, also in a header `ContentType`, the spelling of the specification
 * (4.1). curl then adds its default `Content-Type` for forms by itself, which is ignored in favour of `ContentType`.
 * @throws Problem 415
 */
export function checkJsonType(request: Pick<IncomingMessage, 'headers'>): void {
  const { headers } = request;
  const standard = headers['content-type'];
  const given = standard === undefined || standard === CURLS_OWN ? (headers['contenttype'] ?? standard) : standard;
  if (given === 'application/json') return;
  if (typeof given !== 'string') throw new Problem('unsupported-media-type', 'The Content-Type header is missing; send application/json.');
  const [type = '', ...parameters] = given
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!JSON_TYPE.test(type))
    throw new Problem(
      'unsupported-media-type',
      `The body must be JSON with Content-Type application/json${SHOWABLE.test(type) ? `, not ${type}` : ''}.`,
    );
  for (const parameter of parameters) {
    if (!parameter.startsWith('charset=')) continue;
    if (!UTF8.test(parameter.slice('charset='.length).trim()))
      throw new Problem('unsupported-media-type', 'JSON must be UTF-8, but Content-Type names a different charset.');
  }
}
