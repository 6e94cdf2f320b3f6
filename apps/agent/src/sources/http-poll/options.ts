import { type Static, Type } from 'typebox';
import { POLL_SCHEMA } from '../polling/poll-options.js';

/** Options of a source of the kind `http-poll`. */
export const HTTP_POLL_SCHEMA = Type.Object({
  ...POLL_SCHEMA.properties,
  format: Type.Enum(['json', 'geojson', 'csv'], {
    description: 'json and csv need a map; of a GeoJSON FeatureCollection the points are read by themselves.',
  }),
  items: Type.Optional(
    Type.String({
      maxLength: 1024,
      pattern: '^(/.*)?$',
      description:
        'Of json: the JSON pointer (RFC 6901) to the list of items, as /data/vehicles. Default: the document is the list, or one item.',
    }),
  ),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1, default: ',', description: 'Of csv.' })),
});
export type HttpPollOptions = Static<typeof HTTP_POLL_SCHEMA>;

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
