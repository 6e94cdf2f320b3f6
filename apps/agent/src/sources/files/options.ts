import { type Static, Type } from 'typebox';

/** Options of a source of the kind `files`. */
export const FILES_SCHEMA = Type.Object({
  folder: Type.String({ minLength: 1, maxLength: 4096, description: 'Where the files lie.' }),
  names: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^/\\u0000]+$',
    description: 'Which of them, as track.csv or *.csv: * stands for any characters, ? for one.',
  }),
  format: Type.Enum(['csv', 'ndjson', 'gpx'], {
    description:
      'csv (with a header) and ndjson are followed as they grow and need a map: a line counts when its ' +
      'newline is written; a gpx is read when it is whole.',
  }),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1, default: ',', description: 'Of csv.' })),
  begin: Type.Optional(
    Type.Enum(['start', 'end'], {
      default: 'start',
      description: 'Of csv and ndjson that are there at the first start: read them, or only what comes from then on.',
    }),
  ),
  everySeconds: Type.Optional(Type.Number({ minimum: 0.1, maximum: 3600, default: 1, description: 'How often is looked.' })),
});
export type FilesOptions = Static<typeof FILES_SCHEMA>;

export const FILES_EXAMPLE = `name: weighbridge
kind: files
folder: /var/log/weighbridge
names: positions*.csv
format: csv
map:
  id: row.plate
  observedAt: row.time
  lat: row.lat
  lon: row.lon
`;
