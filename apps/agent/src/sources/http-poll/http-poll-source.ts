import type { SourceKind } from '../../reading/source.js';
import { checkPoll } from '../polling/check-poll.js';
import { poll } from '../polling/poll.js';
import { readFeature } from './geojson.js';
import { HTTP_POLL_EXAMPLE, HTTP_POLL_SCHEMA, type HttpPollOptions } from './options.js';
import { readItems } from './read-items.js';

/** A document that is requested periodically. An unchanged item is not sent again, even after a restart. */
export const HTTP_POLL_SOURCE: SourceKind<HttpPollOptions> = {
  kind: 'http-poll',
  summary: 'A JSON, GeoJSON or CSV document that is requested regularly over HTTP.',
  options: HTTP_POLL_SCHEMA,
  example: HTTP_POLL_EXAMPLE,
  needsMap: ({ format }) => format !== 'geojson',
  rereader: ({ format }) => ({ read: (document) => (format === 'geojson' ? readFeature(document) : undefined) }),
  check: (options, context) =>
    checkPoll(options, context, (bytes) => readItems(options, bytes), ' Check items, which says where they are, and the format.'),
  run: (options, context) => poll(options, context, (bytes) => readItems(options, bytes)),
};
