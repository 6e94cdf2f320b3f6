import type { ObjectSchema } from '../../reading/source.js';
import { POLL_PROPERTIES, type PollOptions } from '../polling/poll-options.js';

/** Options of a source of the kind `http-poll`. */
export interface HttpPollOptions extends PollOptions {
  readonly format: 'json' | 'geojson' | 'csv';
  /** JSON pointer (RFC 6901) to the list of items. */
  readonly items?: string;
  /** For CSV: one character. */
  readonly delimiter?: string;
}

export const HTTP_POLL_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['url', 'everySeconds', 'format'],
  properties: {
    ...POLL_PROPERTIES,
    format: {
      enum: ['json', 'geojson', 'csv'],
      description: 'json and csv need a map; of a GeoJSON FeatureCollection the points are read by themselves.',
    },
    items: {
      type: 'string',
      maxLength: 1024,
      pattern: '^(/.*)?$',
      description:
        'Of json: the JSON pointer (RFC 6901) to the list of items, as /data/vehicles. Default: the document is the list, or one item.',
    },
    delimiter: { type: 'string', minLength: 1, maxLength: 1, default: ',', description: 'Of csv.' },
  },
};

export const HTTP_POLL_EXAMPLE = `name: trailers
kind: http-poll
url: https://telematics.example/api/positions
everySeconds: 30
format: json
items: /data/positions
headers:
  Authorization: \${env:TELEMATICS_AUTHORIZATION}
map:
  id: trailer
  observedAt: time
  lat: gps.lat
  lon: gps.lon
`;
